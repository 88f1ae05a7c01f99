import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const FORM = '/acme/blog/posts/update/4';
const HOSTILE = '<img src=x onerror="document.title=1">';

/** The tag list "Keywords" as a user would find it. */
const keywords = (page: Page) => ({
  input: page.getByRole('combobox', { name: 'Keywords' }),
  tag: (name: string) => page.getByRole('row', { name, exact: true }),
  option: (name: string) => page.getByRole('option', { name, exact: true }),
  announced: (text: string) => page.locator('[data-field="keywords"] [role=status]').getByText(text),
  saved: page.getByText('The post has been saved.').first(),
});

describe('tag lists (AD-346, AD-347)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.sql("update blog_posts set keywords = 'bread,garden' where id = 4"));

  const stored = () => site.sql('select keywords from blog_posts where id = 4')[0]?.['keywords'];

  it('adds and removes tags by keyboard alone, and announces it', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { input, tag, option, announced, saved } = keywords(page);
      await moveTo(input);
      await page.keyboard.type('sourdough');
      await page.keyboard.press('Enter');
      await tag('sourdough').waitFor();
      await announced('Added: sourdough').waitFor();
      await page.keyboard.type('rye,');
      await page.keyboard.press('Escape');
      await tag('rye').waitFor();
      await page.keyboard.type('MUS');
      await option('music').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await tag('music').waitFor();
      // The button of a tag may come before the tag itself.
      do await page.keyboard.press('Shift+Tab');
      while (await page.evaluate<boolean>('document.activeElement.matches(".option-tags__remove")'));
      await moveTo(tag('bread'), 'ArrowLeft');
      await page.keyboard.press('Delete');
      await tag('bread').waitFor({ state: 'hidden' });
      await expectFocus(tag('garden'));
      await moveTo(input);
      await page.keyboard.press('Backspace');
      await announced('Removed: music').waitFor();
      await page.keyboard.press('Control+s');
      await saved.waitFor();
      expect(stored()).to.equal('garden,sourdough,rye');
      await expectAccessible(page);
    }));

  detail('works by mouse, and pasted text becomes tags', () =>
    site.visit({ as: 'admin', path: FORM, viewport: PHONE }, async ({ page, idle }) => {
      const { input, tag, option, saved } = keywords(page);
      await idle();
      await input.scrollIntoViewIfNeeded();
      await input.focus();
      await page.locator('[data-field="keywords"]').getByRole('button', { name: 'Show choices' }).click();
      await option('design').click();
      await page.keyboard.press('Escape');
      await tag('design').waitFor();
      await tag('garden').getByRole('button').click();
      await tag('garden').waitFor({ state: 'hidden' });
      await input.focus();
      await page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'Design; rye\\n spelt ,rye,,');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }`);
      await tag('spelt').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved.waitFor();
      // "Design" is the suggestion "design", which is there already.
      expect(stored()).to.equal('bread,design,rye,spelt');
    }),
  );

  detail('shows hostile tags as text and stores them unchanged', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { input, tag, saved } = keywords(page);
      await input.fill(HOSTILE);
      await page.keyboard.press('Enter');
      await tag(HOSTILE).waitFor();
      await page.keyboard.press('Control+s');
      await saved.waitFor();
      expect(stored()).to.equal(`bread,garden,${HOSTILE}`);
      expect(await page.title()).not.to.equal('1');
    }),
  );

  detail('takes no more than the maximum, and says so', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { input, tag } = keywords(page);
      for (let number = 1; number <= 11; number += 1) await input.fill(`tag ${number},`);
      await page.getByText('There is room for 12 entries.').waitFor();
      await page.keyboard.press('Escape');
      await tag('tag 10').waitFor();
      expect(await tag('tag 11').count()).to.equal(0);
    }),
  );

  detail('becomes a draft, and a conflict of two tag lists shows both', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { input, tag, saved } = keywords(page);
      await input.fill('mine,');
      await tag('mine').waitFor();
      await eventually(async () =>
        expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).to.contain('garden,mine'),
      );
      const other = await site.api('editor@example.test');
      expect((await other.put('/acme/blog/posts/4', { keywords: 'theirs' })).status).to.equal(200);
      await page.keyboard.press('Control+s');
      const row = page.getByRole('alertdialog').getByRole('row').filter({ hasText: 'Keywords' });
      await row.waitFor();
      expect(await row.getByRole('cell').allInnerTexts()).to.deep.equal(['bread,garden,mine', 'theirs']);
      await page.getByRole('button', { name: 'Save this choice' }).click();
      await saved.waitFor();
      expect(stored()).to.equal('bread,garden,mine');
    }),
  );
});
