import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { LOGINS } from './support/administrators.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
/** Post 60 alone. */
const ONE = `${POSTS}?filter[views][min]=7654321`;

const row = (page: Page) => page.locator('tr[data-id="60"]');
const featured = (page: Page) => row(page).getByRole('switch', { name: /^Featured: / });
const status = (page: Page) => row(page).getByRole('button', { name: /^Status: / });

describe('changes in a list (AD-298, AD-299)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => {
    site.sql(
      `update blog_posts set views = 7654321, featured = 0, status = 'draft', published_at = null where id = 60`,
    );
  });

  const stored = () => site.sql('select featured, status, version from blog_posts where id = 60')[0] ?? {};

  it('changes a switch and a dropdown by mouse, and stays in the list', () =>
    site.visit({ as: 'admin', path: ONE }, async ({ page, place }) => {
      await featured(page).click();
      await eventually(() => expect(stored()['featured']).to.equal(1));
      // The second change needs the version that the first one has made.
      await featured(page).and(page.locator('[aria-checked="true"]')).waitFor();
      await status(page).click();
      await expectAccessible(page);
      await page.getByRole('menuitemradio', { name: 'In review' }).click();
      await eventually(() => expect(stored()['status']).to.equal('review'));
      await status(page).getByText('In review').waitFor();
      await expectAccessible(page);
      expect(place()).to.equal(ONE);
      expect(await page.getByRole('alert').count()).to.equal(0);
    }));

  detail('changes both by keyboard, and keeps the focus on the control', () =>
    site.visit({ as: 'admin', path: ONE }, async ({ page }) => {
      await row(page).waitFor();
      await pressOn(featured(page), 'Space');
      await eventually(() => expect(stored()['featured']).to.equal(1));
      await expectFocus(featured(page));
      await pressOn(status(page));
      await page.getByRole('menuitemradio', { name: 'In review' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await eventually(() => expect(stored()['status']).to.equal('review'));
      await expectFocus(status(page));
    }),
  );

  it('overwrites nothing that someone else has changed, and says so in the cell', () =>
    site.visit({ as: 'admin', path: ONE }, async ({ page }) => {
      await row(page).waitFor();
      const api = await site.api(LOGINS.editor);
      const other = await api.put(`${POSTS}/60`, { status: 'review' });
      expect(other.status, other.body).to.equal(200);
      const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await featured(page).click();
      expect((await refused).status()).to.equal(409);
      const cell = row(page).locator('.table__cell--switch');
      await cell.getByText('Someone else has changed this record in the meantime.').waitFor();
      await featured(page).and(page.locator('[aria-checked="false"]')).waitFor();
      await status(page).getByText('In review').waitFor();
      expect(stored()['featured']).to.equal(0);
      await expectAccessible(page);
      // With the version that the list shows now, the same change succeeds, and the message goes.
      await featured(page).click();
      await eventually(() => expect(stored()['featured']).to.equal(1));
      await cell.getByRole('alert').waitFor({ state: 'detached' });
    }));

  detail('shows what is stored if the answer to a change was lost, and reports no conflict with it (AD-299)', () =>
    site.visit({ as: 'admin', path: ONE, failuresExpected: true }, async ({ page }) => {
      await row(page).waitFor();
      const loseAnswer = (times: number) =>
        page.route(
          '**/posts/60',
          async (route) => {
            await route.fetch();
            await route.abort('connectionreset');
          },
          { times },
        );
      await loseAnswer(1);
      await featured(page).click();
      await row(page).getByText('We can’t reach the server.').waitFor();
      expect(stored()['featured']).to.equal(1);
      await featured(page).and(page.locator('[aria-checked="true"]')).waitFor();

      // The list does not answer either: the row still has the version before.
      await page.route('**/posts?*', (route) => route.abort('connectionreset'));
      await loseAnswer(1);
      await status(page).click();
      await page.getByRole('menuitemradio', { name: 'In review' }).click();
      await eventually(() => expect(stored()['status']).to.equal('review'));
      await eventually(async () => expect(await row(page).getByRole('alert').count()).to.equal(2));
      await row(page).locator('[data-pending="true"]').waitFor({ state: 'detached' });
      await page.unroute('**/posts?*');
      await status(page).click();
      await page.getByRole('menuitemradio', { name: 'In review' }).click();
      await status(page).getByText('In review').waitFor();
      await eventually(async () => expect(await row(page).getByRole('alert').count()).to.equal(1));
    }),
  );

  detail('takes a refused change back and shows the reason of a field in the cell', () =>
    site.visit({ as: 'admin', path: ONE }, async ({ page }) => {
      await row(page).waitFor();
      await page.route('**/posts/60', (route) =>
        route.fulfill({
          status: 422,
          json: {
            success: false,
            error: {
              code: 'validation_failed',
              message: 'Not valid.',
              fields: { featured: ['<b>Only</b> one post can be featured.'] },
              request_id: 'test',
            },
          },
        }),
      );
      await featured(page).click();
      await row(page).getByText('<b>Only</b> one post can be featured.').waitFor();
      await featured(page).and(page.locator('[aria-checked="false"]')).waitFor();
      await row(page).getByRole('button', { name: 'Dismiss' }).click();
      await row(page).getByRole('alert').waitFor({ state: 'detached' });
    }),
  );
});
