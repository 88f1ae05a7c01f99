import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { otherText } from './support/other-text.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const chip = (page: Page, text: string) => page.getByRole('list', { name: 'Active filters' }).getByText(text);

const addFilter = (page: Page) => page.getByRole('button', { name: 'Add filter' });

/** Opens one filter by mouse, and returns its popover. */
async function openFilter(page: Page, name: string): Promise<Locator> {
  await addFilter(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Add filter' }).getByRole('group', { name, exact: true }).first();
  await editor.waitFor();
  return editor;
}

const done = (page: Page) => page.getByRole('button', { name: 'Done' }).click();

describe('finding records in a list (AD-204, AD-207)', () => {
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

  detail('clears the search on Escape, and searches only on Enter if so configured, by keyboard', () =>
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
    }),
  );

  detail('cancels a superseded request', () =>
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
    }),
  );

  detail('cancels a superseded sort, so that its late answer cannot replace the rows', () =>
    site.visit({ as: 'admin', path: POSTS, failuresExpected: true }, async ({ page }) => {
      await settled(page);
      const isAscending = (url: string) => /[?&]sort=title(&|$)/.test(url);
      await page.route('**/posts?*sort=title*', () => undefined);
      const heading = page.getByRole('columnheader').getByRole('button', { name: 'Title' });
      const asked = page.waitForRequest((request) => isAscending(request.url()));
      await heading.click();
      await asked;
      const cancelled = page.waitForEvent('requestfailed', (request) => isAscending(request.url()));
      await heading.click();
      await cancelled;
      await page.waitForURL('**?sort=-title');
      await settled(page);
      const titles = await page.locator('tbody .table__link').allInnerTexts();
      expect(titles).to.deep.equal([...titles].sort((a, b) => b.localeCompare(a, 'en')));
    }),
  );

  it('applies a filter of each type, keeps it in the URL and removes it by its chip, by mouse', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page, place }) => {
      await settled(page);
      const { y } = (await page.getByRole('table').boundingBox()) ?? { y: 0 };
      const categories = await openFilter(page, 'Category');
      expect((await page.getByRole('table').boundingBox())?.y, 'the table moves').to.equal(y);
      await categories.getByRole('checkbox', { name: 'Music' }).click();
      await categories.getByRole('checkbox', { name: 'Food' }).click();
      await done(page);
      await chip(page, 'Music, Food').waitFor();

      await (await openFilter(page, 'Status')).getByRole('radio', { name: 'Draft' }).click();
      await done(page);
      await chip(page, 'Draft').waitFor();
      await (await openFilter(page, 'Featured')).getByText('No', { exact: true }).click();
      await done(page);
      await chip(page, 'No').waitFor();
      await (await openFilter(page, 'Views')).getByRole('spinbutton', { name: 'At least' }).fill('20');
      await page.keyboard.press('Enter');
      await chip(page, 'At least 20').waitFor();
      await (await openFilter(page, 'Title')).getByRole('textbox', { name: 'Title' }).fill('the');
      await done(page);
      await chip(page, 'the').waitFor();
      await settled(page);
      expect(place()).to.match(/filter\[category_id\]\[\]=\d+&filter\[category_id\]\[\]=\d+&filter\[status\]=draft/);
      expect(place()).to.contain('filter[featured]=0&filter[views][min]=20&filter[title]=the');

      await page.getByRole('button', { name: 'Status: Draft' }).click();
      await page.getByRole('dialog', { name: 'Status' }).getByRole('radio', { name: 'Published' }).click();
      await done(page);
      await chip(page, 'Published').waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Remove the filter Status' }).click();
      await page.waitForURL((url) => !url.search.includes('status'));
      await expectFocus(addFilter(page));
      await page.goBack();
      await chip(page, 'Draft').waitFor();
      await page.reload();
      await chip(page, 'Music, Food').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL('**/posts?per_page=5');
    }));

  detail('searches and picks choices from the server and types a date, by keyboard', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await settled(page);
      await pressOn(addFilter(page));
      await page.getByRole('menuitem', { name: 'Category' }).waitFor();
      await expectFocus(page.getByRole('menuitem', { name: 'Category' }));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const tags = page.getByRole('group', { name: 'Tags' });
      await expectFocus(tags.getByRole('searchbox'));
      await page.keyboard.type('gard');
      const choice = tags.getByRole('checkbox', { name: 'gardening' });
      await choice.waitFor();
      await moveTo(choice);
      await page.keyboard.press('Space');
      await chip(page, 'gardening').waitFor();
      await page.keyboard.press('Escape');
      await expectFocus(addFilter(page));

      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Category' }).waitFor();
      // The first letters of a name lead to it.
      await page.keyboard.type('pub');
      await page.keyboard.press('Enter');
      const day = page.getByRole('group', { name: 'Published on' }).getByRole('spinbutton').first();
      await day.waitFor();
      await moveTo(day);
      await page.keyboard.type('01022024');
      await page.keyboard.press('Escape');
      await chip(page, 'From 1 Feb 2024').waitFor();
      await page.waitForURL((url) => url.search.includes('filter[published_at][after]=2024-02-01'));
    }),
  );

  detail(
    'applies a default filter until the user removes it, and records that in the URL (config_filter: default)',
    () =>
      site.visit({ as: 'admin', path: '/acme/blog/comments' }, async ({ page, place }) => {
        await settled(page);
        await chip(page, 'No').waitFor();
        const count = page.getByRole('heading', { level: 1 });
        const before = await count.innerText();
        await page.getByRole('button', { name: 'Remove the filter Approved' }).click();
        await page.waitForURL('**?filter[approved]=');
        await settled(page);
        await otherText(count, before);
        await page.reload();
        await settled(page);
        expect(place()).to.equal('/acme/blog/comments?filter[approved]=');
        expect(await chip(page, 'No').count()).to.equal(0);
      }),
  );

  detail('announces that nothing was found and offers to show everything', () =>
    site.visit({ as: 'admin', path: `${POSTS}?search=qqqqqq` }, async ({ page }) => {
      await page.getByRole('heading', { level: 2, name: 'No results found.' }).waitFor();
      expect(await page.getByRole('status').allInnerTexts()).to.include('No results found.');
      await page.getByRole('button', { name: 'Show all records' }).click();
      await settled(page);
    }),
  );

  it('names what a link asks for in vain, and drops only that (AD-207)', () =>
    site.visit(
      { as: 'admin', path: `${POSTS}?search=river&filter[gone]=1&filter[status]=draft&sort=nope` },
      async (visit) => {
        const { page, place } = visit;
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await alert.innerText()).to.contain('gone: Unknown name.');
        expect(await alert.innerText()).to.contain('sort: Unknown name.');
        expect(await alert.innerText()).to.not.contain('Status:');
        await page.getByRole('button', { name: 'Show the list without these settings' }).click();
        await settled(page);
        expect(place()).to.equal(`${POSTS}?search=river&filter[status]=draft`);
        expect(await chip(page, 'Draft').count()).to.equal(1);
      },
    ));

  it('reports a list that the administrator may not open', () =>
    site.visit({ as: 'editor', path: '/acme/blog/authors' }, async ({ page }) => {
      await page.getByRole('heading', { name: 'You don’t have permission to do this.' }).waitFor();
    }));
});
