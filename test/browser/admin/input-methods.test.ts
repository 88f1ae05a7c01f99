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

  it('Enter accepts the suggestion, and neither closes a filter nor saves a form', () =>
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
    }));
});
