import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail, usual } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('keyboard shortcuts (AD-263)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const search = (page: Page) => page.getByRole('searchbox').first();

  it('are all shown by "?", but not while the user types', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await search(page).waitFor();
      await page.keyboard.press('?');
      await dialog(page).waitFor();
      const shown = await dialog(page).getByRole('term').allInnerTexts();
      expect(shown).to.include.members(['Search', 'New record', 'Save', 'Save and new', 'Next record']);
      await expectAccessible(page);
      await page.keyboard.press('n');
      expect(place(), 'below the dialog').to.equal('/acme/blog/tags');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      await page.keyboard.press('/');
      await expectFocus(search(page));
      await page.keyboard.type('n?/');
      expect(await search(page).inputValue()).to.equal('n?/');
      expect(await dialog(page).count()).to.equal(0);
    }));

  for (const [what, key, name] of usual([
    ['the command palette', 'Control+k', 'Command palette'],
    ['the dialog of the shortcuts', '?', 'Keyboard shortcuts'],
  ] as const)) {
    it(`${what} closes when the history goes to another screen (AD-640)`, () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
        const heading = (title: string) => page.getByRole('heading', { level: 1, name: title });
        const overlay = page.getByRole('dialog', { name });
        await search(page).waitFor();
        await page.getByRole('navigation').getByRole('link', { name: 'Comments' }).click();
        await heading('Comments').waitFor();
        for (const [go, title] of [
          [() => page.goBack(), 'Tags'],
          [() => page.goForward(), 'Comments'],
        ] as const) {
          await page.keyboard.press(key);
          await overlay.waitFor();
          await go();
          await overlay.waitFor({ state: 'hidden' });
          await heading(title).waitFor();
          await expectFocus(page.locator('main'));
        }
        expect(place()).to.match(/^\/acme\/blog\/comments/);
      }));
  }

  it('open the create form and save it', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await search(page).waitFor();
      await page.keyboard.press('n');
      await expectFocus(page.getByRole('textbox', { name: 'Name', exact: true }));
      await page.keyboard.type('by shortcut?');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(place()).to.equal('/acme/blog/tags');
      expect(site.sql("select slug from blog_tags where name = 'by shortcut?'")).to.have.length(1);
    }));

  detail('of a single character can be switched off (WCAG 2.1.4), and the menu still shows the list', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, open }) => {
      await search(page).waitFor();
      await pressOn(page.getByRole('button', { name: 'Ada Abbott' }));
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
      await pressOn(dialog(page).getByRole('checkbox'), 'Space');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      await open('/acme/blog/tags');
      await search(page).waitFor();
      await page.keyboard.press('?');
      await page.keyboard.press('/');
      expect(await dialog(page).count()).to.equal(0);
      expect(await search(page).evaluate((one): boolean => one.ownerDocument.activeElement === one)).to.equal(false);
    }),
  );
});
