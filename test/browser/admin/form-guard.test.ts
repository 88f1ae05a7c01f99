import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('guarding unsaved changes (AD-213)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const list = (page: Page) => page.getByRole('heading', { level: 1, name: 'Posts' });
  const authors = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Authors' });

  it('asks before following a link: staying keeps all input, and leaving discards it', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/41' }, async ({ page, place }) => {
      await title(page).fill('Not saved');
      await authors(page).click();
      await question(page).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(place()).to.equal('/acme/blog/posts/update/41');
      expect(await title(page).inputValue()).to.equal('Not saved');
      await authors(page).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      await page.goBack();
      await title(page).waitFor();
      expect(await title(page).inputValue()).not.to.equal('Not saved');
    }));

  it('asks on Back, answered by keyboard, and leaves the history unchanged', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?per_page=5' }, async ({ page, place }) => {
      await list(page).waitFor();
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await title(page).fill('Not saved');
      await page.goBack();
      await question(page).waitFor();
      expect(place()).to.equal('/acme/blog/posts/create');
      await expectFocus(page.getByRole('button', { name: 'Stay on this page' }));
      await page.keyboard.press('Escape');
      expect(await title(page).inputValue()).to.equal('Not saved');
      await page.goBack();
      await pressOn(page.getByRole('button', { name: 'Leave without saving' }));
      await list(page).waitFor();
      await page.goForward();
      await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor();
      expect(await title(page).inputValue()).to.equal('');
    }));

  detail('asks on several steps back, and returns to the form, also behind a link to a part of the page (AD-556)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await page.getByRole('link', { name: 'Posts', exact: true }).click();
      await list(page).waitFor();
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await title(page).fill('Not saved');
      await page.evaluate(`window.location.hash = 'main'`);
      await page.evaluate('history.go(-3)');
      await question(page).waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(place()).to.equal('/acme/blog/posts/create#main');
      expect(await title(page).inputValue()).to.equal('Not saved');
      await page.evaluate('history.go(-3)');
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(place()).to.equal('/acme/blog/tags');
    }),
  );

  detail('does not ask without changes: untouched, undone or saved', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/42' }, async ({ page }) => {
      const before = await title(page).inputValue();
      await title(page).fill('Changed');
      await title(page).fill(before);
      await authors(page).click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      await page.goBack();
      await title(page).fill('Saved');
      await page.keyboard.press('Control+s');
      await page.getByText('The post has been saved.').waitFor();
      await authors(page).click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    }),
  );

  detail('returns to the list with the same search, sort order and page', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?search=library&sort=title' }, async ({ page, place }) => {
      const back = page.getByRole('main').getByRole('link', { name: 'Posts', exact: true });
      for (const leave of [() => back.click(), () => page.getByRole('button', { name: 'Save and close' }).click()]) {
        await page
          .getByRole('main')
          .getByRole('link', { name: /library/ })
          .first()
          .click();
        await title(page).waitFor();
        await leave();
        await list(page).waitFor();
        expect(place()).to.equal('/acme/blog/posts?search=library&sort=title');
      }
    }),
  );

  it('asks before closing or reloading the page, but only while there are changes', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/43' }, async ({ page }) => {
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await title(page).waitFor();
      await page.reload();
      await title(page).fill('Not saved');
      expect(asked).to.deep.equal([]);
      await page.reload();
      expect(asked).to.deep.equal(['beforeunload']);
      await title(page).waitFor();
    }));

  detail(
    'does not ask when the user opens another tab of the form, and keeps that tab in the URL and after a reload',
    () =>
      site.visit({ as: 'admin', path: '/acme/blog/posts/update/44' }, async ({ page, place }) => {
        await title(page).fill('Not saved');
        await page.getByRole('tab', { name: 'Placement' }).click();
        expect(place()).to.equal('/acme/blog/posts/update/44?tab=placing');
        expect(await question(page).count()).to.equal(0);
        await title(page).fill('');
        page.once('dialog', (dialog) => void dialog.accept());
        await page.reload();
        expect(await page.getByRole('tab', { name: 'Placement' }).getAttribute('aria-selected')).to.equal('true');
        await page.getByRole('tab', { name: 'Placement' }).focus();
        await page.keyboard.press('ArrowRight');
        expect(place()).to.contain('tab=comments');
      }),
  );

  detail(
    'opens the tab of a link in every language, and the first one if the form has no such tab (AD-460)',
    async () => {
      const tab = async (page: Page, name: string) => {
        await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      };
      for (const [locale, names] of [
        ['de-DE', ['Inhalt', 'Einordnung']],
        ['en-GB', ['Content', 'Placement']],
      ] as const) {
        await site.visit(
          { as: 'admin', locale, path: '/acme/blog/posts/update/44?tab=placing' },
          async ({ page, open }) => {
            await tab(page, names[1]);
            await open('/acme/blog/posts/update/44?tab=einordnung');
            await tab(page, names[0]);
          },
        );
      }
    },
  );

  detail('asks before leaving My account with another name, but not after it has been saved', () =>
    site.visit({ as: 'admin', path: '/account' }, async ({ page, place }) => {
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill('Ada Abbott-Brown');
      await authors(page).click();
      await question(page).waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect([place(), await name.inputValue()]).to.deep.equal(['/account', 'Ada Abbott-Brown']);
      // The server trims it.
      await name.fill('Ada Abbott ');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').waitFor();
      await authors(page).click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    }),
  );
});
