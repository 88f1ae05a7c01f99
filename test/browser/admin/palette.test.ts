import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('the command palette (AD-410)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
  const field = (page: Page) => dialog(page).getByRole('combobox');
  const entry = (page: Page, name: string) => dialog(page).getByRole('option', { name }).first();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  async function open(page: Page): Promise<void> {
    await page.keyboard.press('Control+k');
    await expectFocus(field(page));
  }

  it('leads to a screen by a few letters, by keyboard alone', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await heading(page, 'Tags').waitFor();
      await open(page);
      await dialog(page).getByRole('group', { name: 'Screens' }).waitFor();
      expect(await dialog(page).getByText('Recent').count(), 'no group without entries').to.equal(0);
      await expectAccessible(page);
      await page.keyboard.type('poS');
      await entry(page, 'Posts').waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Posts').waitFor();
      expect(place()).to.match(/^\/acme\/blog\/posts/);
      expect(await dialog(page).count()).to.equal(0);
      await open(page);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
    }));

  detail('opens an entry in another tab, like every link', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, context, place }) => {
      await heading(page, 'Tags').waitFor();
      for (const act of [
        () => page.keyboard.press('Control+Enter'),
        () => entry(page, 'Comments').click({ modifiers: ['Control'] }),
        () => entry(page, 'Comments').click({ button: 'middle' }),
      ]) {
        await open(page);
        await page.keyboard.type('comments');
        await entry(page, 'Comments').waitFor();
        const [opened] = await Promise.all([context.waitForEvent('page'), act()]);
        await opened.waitForURL('**/backend/acme/blog/comments**');
        await opened.close();
        expect(place()).to.equal('/acme/blog/tags');
        if (await dialog(page).isVisible()) await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'hidden' });
      }
    }),
  );

  it('finds records, and shows what was open before', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?per_page=5' }, async ({ page, place }) => {
      await heading(page, 'Posts').waitFor();
      const title = 'A post that only the palette finds';
      const [{ id }] = site.sql(
        `insert into blog_posts (title, slug, body, status, format, featured, allow_comments, author_id, created_at, updated_at)
         select '${title}', 'only-the-palette', '', status, format, 0, 0, author_id, created_at, updated_at
         from blog_posts limit 1 returning id`,
      ) as [{ readonly id: number }];
      await page.getByRole('button', { name: 'Search or jump to…' }).click();
      await field(page).fill(title);
      await dialog(page).getByRole('group', { name: 'Posts' }).getByRole('option', { name: title }).click();
      await heading(page, title).waitFor();
      expect(place()).to.equal(`/acme/blog/posts/update/${id}`);
      await open(page);
      const recent = dialog(page).getByRole('group', { name: 'Recent' });
      await recent.getByRole('option', { name: 'Posts' }).click();
      await heading(page, 'Posts').waitFor();
    }));

  detail('opens create forms and runs commands, and asks about unsaved changes first', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts' }, async ({ page, place }) => {
      await heading(page, 'Posts').waitFor();
      await open(page);
      await field(page).fill('new tag');
      await dialog(page).getByRole('group', { name: 'New' }).getByRole('option').click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('unsaved');
      await open(page);
      await field(page).fill('posts');
      await entry(page, 'Posts').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      expect(place()).to.equal('/acme/blog/tags/create');
      await open(page);
      await field(page).fill('dark');
      await page.keyboard.press('Enter');
      await page.locator('html[data-theme="dark"]').waitFor();
      await open(page);
      await expectAccessible(page);
    }),
  );

  detail('says that nothing was found, and keeps hostile text as text', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await heading(page, 'Tags').waitFor();
      await open(page);
      const text = '<img src=x onerror=alert(1)>';
      await field(page).fill(text);
      await dialog(page).getByText(`No results for “${text}”.`).waitFor();
      expect(await page.locator('img[src="x"]').count()).to.equal(0);
    }),
  );

  detail('offers an administrator only the screens, forms and records of the own role', () =>
    site.visit({ as: 'editor', path: '/acme/blog/posts' }, async ({ page }) => {
      await heading(page, 'Posts').waitFor();
      await open(page);
      const screens = dialog(page).getByRole('group', { name: 'Screens' }).getByRole('option');
      await screens.first().waitFor();
      const offered = await screens.allInnerTexts();
      const navigation = await page.getByRole('navigation').getByRole('link').allInnerTexts();
      for (const name of navigation) expect(offered.join('\n')).to.contain(name.trim());
      expect(offered.join('\n')).to.not.contain('Administrators');
    }),
  );
});
