import { expect } from 'chai';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

describe('settings (AD-217)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('finds, changes and saves a setting, by mouse', () =>
    site.visit({ as: 'admin' }, async ({ page, place }) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await page.getByRole('heading', { level: 2, name: 'Website' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link', { name: /^Blog/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
      expect(place()).to.equal('/settings/acme-blog');
      await page.getByRole('spinbutton', { name: 'Posts per page' }).fill('33');
      await page.getByRole('button', { name: 'Save and close' }).click();
      await page.getByText('Settings saved.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await page.goBack();
      expect(await page.getByRole('spinbutton', { name: 'Posts per page' }).inputValue()).to.equal('33');
      await expectAccessible(page);
    }));

  detail('finds, opens, changes and saves a setting by keyboard alone', () =>
    site.visit({ as: 'admin', path: '/settings' }, async ({ page, place }) => {
      const search = page.getByRole('searchbox', { name: 'Search settings…' });
      await search.waitFor();
      await moveTo(search);
      await page.keyboard.type('posts page');
      await page.waitForURL('**/settings?search=posts+page');
      await pressOn(page.getByRole('main').getByRole('link', { name: /^Blog/ }));
      const perPage = page.getByRole('spinbutton', { name: 'Posts per page' });
      await perPage.waitFor();
      await moveTo(perPage);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Control+s');
      await page.getByText('Settings saved.').waitFor();
      await page.goBack();
      await search.waitFor();
      // The URL holds the search.
      expect(place()).to.equal('/settings?search=posts+page');
      expect(await search.inputValue()).to.equal('posts page');
    }),
  );

  detail('offers advice if nothing is found', () =>
    site.visit({ as: 'admin', path: '/settings?search=nonsense' }, async ({ page }) => {
      await page.getByRole('heading', { name: 'No results found' }).waitFor();
      await expectAccessible(page);
    }),
  );

  detail('shows errors on their fields on any tab', () =>
    site.visit({ as: 'admin', path: '/settings/acme-blog?tab=tab-comments' }, async ({ page }) => {
      await page.getByRole('radio', { name: 'Always' }).check();
      await page.getByLabel('Send notifications to').fill('nobody');
      await page.getByRole('tab', { name: 'Site' }).click();
      await page.keyboard.press('Control+s');
      await expectFocus(page.getByLabel('Send notifications to'));
      await page.getByText('Enter an email address in the format name@example.com.').waitFor();
      await expectAccessible(page);
    }),
  );

  detail('guards unsaved changes and shows both versions of a conflict', () =>
    site.visit({ as: 'admin', path: '/settings/acme-blog' }, async ({ page }) => {
      const perPage = page.getByRole('spinbutton', { name: 'Posts per page' });
      await perPage.waitFor();
      const other = await site.api('admin@example.test');
      const saved = await other.put('/settings/acme-blog', { posts_per_page: 50 });
      expect(saved.status, saved.body).to.equal(200);
      await perPage.fill('60');
      await page.getByRole('navigation').getByRole('link', { name: 'Authors' }).click();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('alertdialog', { name: /has been changed since/ });
      await dialog.getByRole('row').filter({ hasText: 'Posts per page' }).waitFor();
      expect(await dialog.getByRole('cell').allInnerTexts()).to.deep.equal(['60', '50']);
      await dialog.getByRole('button', { name: 'Save this choice' }).click();
      await page.getByText('Settings saved.').waitFor();
    }),
  );

  it('does not appear in the navigation of administrators who may open no settings', () =>
    site.visit({ as: 'editor', path: '/acme/blog/posts?per_page=5' }, async ({ page, idle }) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).waitFor();
      await idle();
      expect(await page.getByRole('link', { name: 'Settings' }).count()).to.equal(0);
    }));

  detail('fits on a phone', () =>
    site.visit({ as: 'admin', path: '/settings', viewport: PHONE }, async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
    }),
  );
});
