import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { mixedUp } from './support/directions.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const FORM = `${POSTS}/update/60`;
const TITLE = 'שלום עולם (1)!';
const AUTHOR = 'משה כהן (א)!';
const CATEGORY = 'קטגוריה (2)!';
const TAG = 'תגית (3)!';
const HEBREW = [TITLE, AUTHOR, CATEGORY, TAG];
const LATIN = 'Hello (1)!';
const QUESTION = '[role=alertdialog] .dialog__title';

/** Runs in the page: from left to right, the characters of the first such element as they are drawn, without invisible ones. */
const AS_DRAWN = `(() => {
  const places = [];
  const walker = document.createTreeWalker(document.querySelector(SELECTOR), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); )
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, width } = range.getBoundingClientRect();
      if (width > 0) places.push([left, node.data[at]]);
    }
  return places.sort(([one], [other]) => one - other).map(([, letter]) => letter).join('');
})()`;

describe('values in another direction than the page (AD-666; UAX #9)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  function nameAll(title: string): void {
    site.sql(
      `update blog_posts set title = '${title}', excerpt = '${title}', author_id = 1, category_id = 1 where id = 60`,
    );
  }
  const drawn = (page: Page, selector: string) =>
    page.evaluate<string>(AS_DRAWN.replace('SELECTOR', JSON.stringify(selector)));
  async function askToDelete(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
  }

  it('disturb the text around them on no screen: lists, filters, forms, questions, palette', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      nameAll(TITLE);
      site.sql(`update blog_authors set name = '${AUTHOR}'`);
      site.sql(`update blog_categories set name = '${CATEGORY}'`);
      site.sql(`update blog_tags set name = '${TAG}'`);
      const value = encodeURIComponent(TITLE);
      await open(`${POSTS}?search=${value}&filter[title]=${value}&filter[author]=1`);
      await idle();
      await page.locator('.active-filter').getByText(AUTHOR).waitFor();
      expect(await mixedUp(page, HEBREW), 'list').to.deep.equal([]);
      await open(FORM);
      await page.getByRole('heading', { name: TITLE }).waitFor();
      await idle();
      await page.getByRole('tab', { name: 'Placement' }).click();
      await page.getByRole('combobox', { name: 'Author' }).waitFor();
      expect(await mixedUp(page, HEBREW), 'form').to.deep.equal([]);
      await askToDelete(page, 'Delete');
      expect(await drawn(page, QUESTION)).to.equal(`Delete “${[...TITLE].toReversed().join('')}”?`);
      expect(await mixedUp(page, HEBREW), 'question').to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(TITLE);
      await page.getByRole('option', { name: TITLE }).first().waitFor();
      expect(await mixedUp(page, HEBREW), 'palette').to.deep.equal([]);
    }));

  it('on an Arabic page, the same; an empty field has the direction of the page', () =>
    site.visit({ as: 'admin', path: FORM, locale: 'ar' }, async ({ page, open, idle }) => {
      nameAll(LATIN);
      await open(FORM);
      await page.getByRole('heading', { name: LATIN }).waitFor();
      await idle();
      expect(await mixedUp(page, [LATIN]), 'form').to.deep.equal([]);
      await askToDelete(page, 'حذف');
      expect(await drawn(page, QUESTION)).to.contain(LATIN);
      await page.keyboard.press('Escape');
      await open(POSTS);
      const search = page.getByRole('searchbox');
      await search.waitFor();
      const direction = "getComputedStyle(document.querySelector('input[type=search]')).direction";
      expect(await page.evaluate(direction)).to.equal('rtl');
    }));

  it('an override in a value reverses nothing else', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      nameAll('abc\u202edef');
      await open(`${POSTS}?filter[title]=${encodeURIComponent('abc\u202edef')}`);
      await idle();
      expect(await drawn(page, '.active-filter__text')).to.match(/^Title: abc/);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('xyz\u202ezyx');
      await page.locator('.palette__nothing').getByText('No results').waitFor();
      expect(await drawn(page, '.palette__nothing')).to.equal('No results for “xyzzyx”.');
    }));

  detail('the name of a copy is stored without characters that arrange the text', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      nameAll(TITLE);
      await open(`${POSTS}/create?copy=60`);
      await idle();
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      expect(await title.inputValue()).to.equal(`${TITLE} (copy)`);
    }),
  );
});
