import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail, usual } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { TWO_FRAMES } from './support/visit.js';

const POSTS = '/acme/blog/posts';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();

async function openFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name }).click();
}

describe('date and number filters (AD-66, AD-207)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const day = '[after]=2031-12-23&filter[published_at][before]=2031-12-23';

  for (const [zone, moment, shown] of usual([
    ['America/Los_Angeles', '2031-12-24T00:30:00.000Z', '23 Dec 2031, 16:30'],
    ['Pacific/Auckland', '2031-12-22T12:30:00.000Z', '23 Dec 2031, 01:30'],
    ['Europe/London', '2031-12-23T23:59:59.999Z', '23 Dec 2031, 23:59'],
  ] as const)) {
    it(`finds a post by its date in ${zone}`, () => {
      site.sql(`update blog_posts set published_at = '${moment}' where id = 80`);
      return site.visit({ as: 'admin', path: undefined, timezoneId: zone }, async ({ page, open }) => {
        await open(`${POSTS}?filter[published_at]${day}`);
        await settled(page);
        expect(await page.locator('tbody tr[data-id]').count()).to.equal(1);
        await page.getByText(shown).waitFor();
      });
    });
  }

  detail('keeps the days of a date column unchanged in every time zone', () => {
    site.sql("update blog_posts set event_date = '2031-12-23' where id = 81");
    return site.visit({ as: 'admin', path: undefined, timezoneId: 'America/Los_Angeles' }, async ({ page, open }) => {
      const asked = page.waitForRequest((request) => request.url().includes('/api/v1/acme/blog/posts?'));
      await open(`${POSTS}?filter[event_date]=2031-12-23`);
      expect(decodeURIComponent((await asked).url())).to.contain('filter[event_date]=2031-12-23');
      await settled(page);
      expect(await page.locator('tbody tr[data-id]').count()).to.equal(1);
    });
  });

  detail('states which numbers a filter accepts and sends no others', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, place }) => {
      await settled(page);
      await openFilter(page, 'Minutes to read');
      const minutes = page.getByRole('spinbutton', { name: 'Minutes to read' });
      await minutes.fill('601');
      await page.getByText('Enter 600 or less.').waitFor();
      expect(await minutes.getAttribute('aria-invalid')).to.equal('true');
      await minutes.blur();
      expect(place()).to.equal(POSTS);
      await expectAccessible(page);
      await minutes.fill('0');
      await page.getByText('Enter 1 or more.').waitFor();
      await minutes.fill('5');
      await page.waitForURL('**?filter[reading_minutes]=5');
      expect(await page.getByText('This must not be').count()).to.equal(0);
      await minutes.fill('2.5');
      await page.getByText('Enter a whole number.').waitFor();
      await minutes.fill('5');
      await page.getByText('Enter a whole number.').waitFor({ state: 'detached' });
      // Scrolling is not a choice.
      await minutes.hover();
      await page.mouse.wheel(0, 100);
      await page.evaluate(TWO_FRAMES);
      expect(await minutes.inputValue()).to.equal('5');
    }),
  );

  detail('reports that a range from a larger to a smaller number is empty', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await settled(page);
      await openFilter(page, 'Views');
      await page.getByRole('spinbutton', { name: 'At least' }).fill('100');
      await page.getByRole('spinbutton', { name: 'At most' }).fill('10');
      await page.getByText('The first number must not be greater than the second.').waitFor();
      await expectAccessible(page);
    }),
  );
});
