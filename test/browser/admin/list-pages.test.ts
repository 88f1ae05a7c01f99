import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { holdBack } from './support/hold-back.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';
import { DESKTOP } from './support/window.js';

const POSTS = '/acme/blog/posts';
const range = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();

describe('the pages of a list (AD-60, AD-204)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('goes to the next page, a page number and another page size by mouse, and keeps them on Back and reload', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, place }) => {
      await range(page, 'Records 1 to 25 of 3,000');
      await page.getByRole('button', { name: 'Next page' }).click();
      await range(page, 'Records 26 to 50 of 3,000');
      await page.getByRole('button', { name: 'Page 120' }).click();
      await range(page, 'Records 2,976 to 3,000 of 3,000');
      expect(await page.getByRole('button', { name: 'Page 120' }).getAttribute('aria-current')).to.equal('page');
      await page.goBack();
      await range(page, 'Records 26 to 50 of 3,000');
      await page.reload();
      await range(page, 'Records 26 to 50 of 3,000');
      await page.getByRole('button', { name: 'Records per page' }).click();
      await page.getByRole('menuitemradio', { name: '100' }).click();
      await range(page, 'Records 1 to 100 of 3,000');
      expect(place()).to.equal(`${POSTS}?per_page=100`);
    }));

  detail('keeps the focus on the last page, by keyboard', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await range(page, 'Records 1 to 20');
      const next = page.getByRole('button', { name: 'Next page' });
      await pressOn(next);
      await page.waitForURL('**?page=2');
      await page.locator('button[aria-label="Next page"][aria-disabled=true]').waitFor();
      await expectFocus(next);
      await page.keyboard.press('Enter');
      await pressOn(page.getByRole('button', { name: 'Previous page' }));
      await range(page, 'Records 1 to 20');
    }),
  );

  it('shows no page numbers without a total (showPageNumbers: false)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await range(page, 'Records 1 to 20');
      expect(await page.getByRole('button', { name: /^Page \d/ }).count()).to.equal(0);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Tags');
    }));

  detail('redirects from a page beyond the last to the last', () =>
    site.visit({ as: 'admin', path: `${POSTS}?page=999` }, async ({ page, place }) => {
      await range(page, 'Records 2,976 to 3,000 of 3,000');
      expect(place()).to.equal(`${POSTS}?page=120`);
    }),
  );

  detail('keeps the rows, dimmed, while the next page is loading', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await settled(page);
      const release = await holdBack(page, '**/posts?page=2*');
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.locator('table[aria-busy=true] tr[data-id]').first().waitFor();
      release();
      await range(page, 'Records 26 to 50');
      await settled(page);
    }),
  );

  detail('offers a retry when no answer arrives', () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.route('**/api/v1/acme/blog/posts?*', (route) => route.abort());
      await open(POSTS);
      await page.getByRole('alert').getByText('We can’t reach the server').waitFor();
      await page.unroute('**/api/v1/acme/blog/posts?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await settled(page);
    }),
  );

  detail("renders all two hundred rows, so that the browser's search finds them", () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=200` }, async ({ page }) => {
      await range(page, 'Records 1 to 200');
      expect(await page.locator('tbody tr[data-id]').count()).to.equal(200);
    }),
  );

  for (const [screen, path] of [
    ['a list with a search and a filter', `${POSTS}?search=river&filter[status]=published`],
    ['an empty list', `${POSTS}?search=qqqqqq`],
    ['a list with an unknown filter', `${POSTS}?filter[gone]=1`],
  ] as const) {
    detail(`${screen} is accessible, on a desktop and on a phone`, async () => {
      for (const viewport of [undefined, PHONE]) {
        await site.visit({ as: 'admin', path, ...(viewport && { viewport }) }, async ({ page }) => {
          await page.locator('tbody tr[data-id], .list h2').first().waitFor();
          await page.getByText('Drafts').waitFor();
          await expectAccessible(page);
        });
      }
    });
  }

  detail('has accessible filters, also on a phone', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      await site.visit({ as: 'admin', path: POSTS, viewport }, async ({ page }) => {
        await settled(page);
        await page.getByRole('button', { name: 'Add filter' }).click();
        await page.getByRole('menuitem', { name: 'Status' }).waitFor();
        await expectAccessible(page);
        await page.getByRole('menuitem', { name: 'Status' }).click();
        await page.getByRole('radio', { name: 'Draft' }).click();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Done' }).click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await page.waitForURL('**?filter[status]=draft');
        await expectFocus(page.getByRole('button', { name: 'Add filter' }));
        await expectAccessible(page);
      });
    }
  });

  detail('offers sorting on a phone and shows each record as a card', () =>
    site.visit({ as: 'admin', path: POSTS, viewport: PHONE }, async ({ page }) => {
      await settled(page);
      await page.getByRole('columnheader').getByRole('button', { name: 'Title' }).click();
      await page.waitForURL('**?sort=title');
      expect(await page.getByRole('row').count()).to.be.greaterThan(20);
    }),
  );
});
