import { expect } from 'chai';
import { detail } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/** The keys that accept and give up a suggestion, as the browser reports them while an input method composes a word. */
const composing = (key: string) =>
  `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true, isComposing: true }))`;
/** As Safari reports them: the composition has just ended. */
const inSafari = (key: string) =>
  `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true, keyCode: 229 }))`;

describe('words that an input method composes (AD-554)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  detail('Escape gives up the suggestion and not the search', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?search=css' }, async ({ page }) => {
      const search = page.getByRole('searchbox');
      await search.focus();
      for (const press of [composing, inSafari]) await page.evaluate(press('Escape'));
      expect(await search.inputValue()).to.equal('css');
      await page.keyboard.press('Escape');
      expect(await search.inputValue()).to.equal('');
    }),
  );

  detail('Enter accepts the suggestion, and neither closes a filter nor saves a form', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?per_page=5' }, async ({ page, open }) => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Title' }).click();
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('ni');
      for (const press of [composing, inSafari]) await page.evaluate(press('Enter'));
      expect(await title.isVisible()).to.equal(true);
      await open('/acme/blog/tags/create');
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.focus();
      for (const press of [composing, inSafari]) await page.evaluate(press('Enter'));
      await page.keyboard.press('a');
      expect(await page.getByText('This is required.').count()).to.equal(0);
      expect(await name.inputValue()).to.equal('a');
    }),
  );

  it('Enter and Escape of a suggestion reach no tag, choice, dialog or palette', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/3?tab=placing' }, async ({ page, open, idle, place }) => {
      const both = async (key: string) => {
        for (const press of [composing, inSafari]) await page.evaluate(press(key));
        await idle();
      };
      const category = page.getByRole('combobox', { name: 'Category' });
      const before = await category.inputValue();
      await category.press('ArrowDown');
      await page.getByRole('option').nth(1).waitFor();
      await page.keyboard.press('ArrowDown');
      await both('Enter');
      await both('Escape');
      expect(await page.getByRole('option').first().isVisible()).to.equal(true);
      expect(await category.inputValue()).to.equal(before);
      await page.keyboard.press('Escape');

      await open('/acme/blog/tags');
      await idle();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog').getByRole('combobox');
      await palette.fill('post');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await both('Enter');
      await both('Escape');
      expect(place()).to.equal('/acme/blog/tags');
      expect(await palette.inputValue()).to.equal('post');
    }));

  detail('Escape of a suggestion in a rich text does not close the side panel around it, and reaches the editor', () =>
    site.visit(
      { as: 'admin', path: '/acme/blog/posts/update/3?panel=/acme/blog/authors/update/1&panel_for=author' },
      async ({ page }) => {
        const editor = page.getByRole('dialog').locator('[contenteditable=true]').first();
        await editor.click();
        await page.evaluate(`document.activeElement.addEventListener('keydown', () => (window.heard = true))`);
        await page.evaluate(inSafari('Escape'));
        expect(await page.evaluate('window.heard')).to.equal(true);
        expect(await editor.isVisible()).to.equal(true);
        await page.keyboard.press('Escape');
        await editor.waitFor({ state: 'detached' });
      },
    ),
  );
});
