import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { otherText } from './support/other-text.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const chip = (page: Page, text: string) => page.getByRole('list', { name: 'Active filters' }).getByText(text);

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('group', { name: 'Filters' }).waitFor();
}

describe('finding records in a list (AD-204, AD-207)', function () {
  this.timeout(60_000);
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('searches while the user types, by mouse, without a history entry for every letter', () =>
    site.visit({ as: 'admin', path: `${POSTS}?page=2` }, async ({ page, place, open }) => {
      await settled(page);
      const search = page.getByRole('searchbox', { name: 'Search titles and authors…' });
      await search.click();
      const steps = await page.evaluate<number>('history.length');
      await page.keyboard.type('river', { delay: 30 });
      await page.waitForURL('**?search=river');
      expect(await page.evaluate<number>('history.length')).to.equal(steps);
      await settled(page);
      expect(await page.locator('tbody .table__link').first().innerText()).to.contain('river');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).not.to.contain('3,000');
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await page.waitForURL((url) => url.search === '');
      await expectFocus(search);
      await open(`${POSTS}?search=river`);
      await settled(page);
      expect(await search.inputValue()).to.equal('river');
      expect(place()).to.equal(`${POSTS}?search=river`);
    }));

  it('clears the search on Escape, and searches only on Enter if so configured, by keyboard', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, place, open }) => {
      await page.clock.install();
      await open('/acme/blog/comments');
      const search = page.getByRole('searchbox');
      await search.waitFor();
      await moveTo(search);
      await page.keyboard.type('drawings');
      // Give anything that waits for a pause in typing the time to run.
      await page.clock.runFor(10_000);
      expect(place()).to.equal('/acme/blog/comments');
      await page.keyboard.press('Enter');
      await page.waitForURL('**?search=drawings');
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => url.search === '');
      await expectFocus(search);
    }));

  it('cancels a superseded request', () =>
    site.visit({ as: 'admin', path: POSTS, failuresExpected: true }, async ({ page }) => {
      await settled(page);
      const isSlow = (url: string) => url.includes('search=slow');
      // Never answered: the request ends only if the page cancels it.
      await page.route('**/posts?*search=slow*', () => undefined);
      const search = page.getByRole('searchbox');
      const asked = page.waitForRequest((request) => isSlow(request.url()));
      await search.fill('slow');
      await asked;
      const cancelled = page.waitForEvent('requestfailed', (request) => isSlow(request.url()));
      await search.fill('river');
      await cancelled;
      await page.waitForURL('**?search=river');
      await settled(page);
      expect(await page.locator('tbody .table__link').first().innerText()).to.contain('river');
    }));

  it('applies a filter of each type, keeps it in the URL and removes it by its chip, by mouse', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, place }) => {
      await settled(page);
      await openFilters(page);
      const filters = page.getByRole('group', { name: 'Filters' });

      await filters.getByRole('button', { name: 'Category all' }).click();
      await page.getByRole('checkbox', { name: 'Music' }).click();
      await page.getByRole('checkbox', { name: 'Food' }).click();
      await page.keyboard.press('Escape');
      await chip(page, 'Music, Food').waitFor();

      await filters.getByLabel('Status').selectOption('draft');
      await chip(page, 'Draft').waitFor();
      await filters.getByText('no', { exact: true }).click();
      await chip(page, 'no').waitFor();
      await filters.getByRole('spinbutton', { name: 'At least' }).fill('20');
      await chip(page, 'At least 20').waitFor();
      await filters.getByLabel('Title').fill('the');
      await chip(page, 'the').waitFor();
      await settled(page);
      expect(place()).to.match(/filter\[category_id\]\[\]=\d+&filter\[category_id\]\[\]=\d+&filter\[status\]=draft/);
      expect(place()).to.contain('filter[featured]=0&filter[views][min]=20&filter[title]=the');

      await page.getByRole('button', { name: 'Remove the filter Status' }).click();
      await page.waitForURL((url) => !url.search.includes('status'));
      await page.goBack();
      await chip(page, 'Draft').waitFor();
      await page.reload();
      await chip(page, 'Music, Food').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL((url) => url.search === '');
    }));

  it('searches and picks choices from the server and types a date, by keyboard', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await settled(page);
      await pressOn(page.getByRole('button', { name: 'Filters' }));
      const picker = page.getByRole('button', { name: 'Tags all' });
      await picker.waitFor();
      await pressOn(picker);
      const dialog = page.getByRole('dialog', { name: 'Tags' });
      await expectFocus(dialog.getByRole('searchbox'));
      await page.keyboard.type('gard');
      const choice = dialog.getByRole('checkbox', { name: 'gardening' });
      await dialog.getByRole('checkbox').nth(0).waitFor();
      await moveTo(choice);
      await page.keyboard.press('Space');
      await chip(page, 'gardening').waitFor();
      await page.keyboard.press('Escape');
      await expectFocus(page.getByRole('button', { name: 'Tags gardening' }));

      const day = page.getByRole('group', { name: 'Published on' }).getByRole('spinbutton').first();
      await day.waitFor();
      await moveTo(day);
      await page.keyboard.type('01022024');
      await chip(page, 'From 1 Feb 2024').waitFor();
      await page.waitForURL((url) => url.search.includes('filter[published_at][after]=2024-02-01'));
    }));

  it('applies a default filter until the user removes it, and records that in the URL (config_filter: default)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/comments' }, async ({ page, place }) => {
      await settled(page);
      await chip(page, 'no').waitFor();
      const count = page.getByRole('heading', { level: 1 });
      const before = await count.innerText();
      await page.getByRole('button', { name: 'Remove the filter Approved' }).click();
      await page.waitForURL('**?filter[approved]=');
      await settled(page);
      await otherText(count, before);
      await page.reload();
      await settled(page);
      expect(place()).to.equal('/acme/blog/comments?filter[approved]=');
      expect(await chip(page, 'no').count()).to.equal(0);
    }));

  it('announces that nothing was found and offers to show everything', () =>
    site.visit({ as: 'admin', path: `${POSTS}?search=qqqqqq` }, async ({ page }) => {
      await page.getByRole('heading', { level: 2, name: 'No results found.' }).waitFor();
      expect(await page.getByRole('status').allInnerTexts()).to.include('No results found.');
      await page.getByRole('button', { name: 'Show all records' }).click();
      await settled(page);
    }));

  it('explains an old link with unknown parameters and offers a way to continue (422)', () =>
    site.visit({ as: 'admin', path: `${POSTS}?filter[gone]=1&sort=nope` }, async ({ page }) => {
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).to.contain('gone: Unknown name.');
      expect(await alert.innerText()).to.contain('sort: Unknown name.');
      await page.getByRole('button', { name: 'Show the whole list' }).click();
      await settled(page);
    }));

  it('reports a list that the administrator may not open', () =>
    site.visit({ as: 'editor', path: '/acme/blog/authors' }, async ({ page }) => {
      await page.getByRole('heading', { name: 'You don’t have permission to do this.' }).waitFor();
    }));
});
