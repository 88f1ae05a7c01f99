import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail, usual } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus } from './support/keyboard.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('the session of the admin application (AD-203)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  const REVOKE_ALL = `update backend_users set token_version = token_version + 1 where login = '${LOGINS.admin}'`;

  for (const [how, end] of usual([
    [
      'the cookie is gone',
      async (visit: { context: { clearCookies(): Promise<void> } }) => visit.context.clearCookies(),
    ],
    ['the password was reset elsewhere', async () => void site.sql(REVOKE_ALL)],
  ] as const)) {
    it(`asks for the password over the screen when the session ends because ${how}, and keeps everything`, () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async (visit) => {
        const { page } = visit;
        const name = page.getByRole('textbox', { name: 'Name' });
        await name.fill('Not saved yet');
        await end(visit);
        await page.getByRole('button', { name: 'Create', exact: true }).click();

        const dialog = page.getByRole('dialog', { name: 'Sign in' });
        await dialog.waitFor();
        expect(await dialog.innerText()).to.contain('Your session has expired.');
        await expectFocus(dialog.getByLabel('Password', { exact: true }));
        expect(await dialog.getByLabel('Login or email').inputValue()).to.equal(LOGINS.admin);
        await page.keyboard.press('Escape');
        expect(await dialog.isVisible()).to.equal(true);
        await expectAccessible(page);

        await page.keyboard.type(PASSWORD);
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'hidden' });
        // The waiting request has been sent: the tag exists.
        await page.waitForURL(/\/tags\/update\/\d+$/);
        expect(await name.inputValue()).to.equal('Not saved yet');
        site.sql("delete from blog_tags where name = 'Not saved yet'");
      }));
  }

  for (const [what, path, open] of [
    ['a popover', '/acme/blog/posts', (page: Page) => page.getByRole('button', { name: 'Columns' }).click()],
    ['a menu', '/acme/blog/posts', (page: Page) => page.getByRole('button', { name: 'Ada Abbott' }).click()],
    [
      'a list of choices',
      '/acme/blog/posts/update/3?tab=placing',
      (page: Page) => page.getByRole('combobox', { name: 'Category' }).press('ArrowDown'),
    ],
    [
      'a calendar',
      '/acme/blog/posts/update/3?tab=publishing',
      (page: Page) => page.locator('[data-field="published_at"]').getByRole('button', { name: 'calendar' }).click(),
    ],
  ] as const) {
    detail(`has the focus in the password when the session ends while ${what} is open`, () =>
      site.visit({ as: 'admin', path }, async ({ page, context, idle }) => {
        await open(page);
        await page.locator('.popover').waitFor();
        await idle();
        await context.clearCookies();
        // As when the user comes back to the window.
        await page.evaluate('window.dispatchEvent(new Event("focus"))');
        const password = page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Password', { exact: true });
        await password.waitFor();
        await expectFocus(password);
        await page.keyboard.type(PASSWORD);
        await page.keyboard.press('Enter');
        await password.waitFor({ state: 'detached' });
      }),
    );
  }

  it('renews an expired token in the background without asking', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      let refreshed = 0;
      for (const path of ['acme/blog/authors**', 'auth/me']) {
        await page.route(`**/api/v1/${path}`, async (route) => {
          if (refreshed > 0) return route.continue();
          const error = { code: 'token_expired', message: 'Your session has expired.', request_id: 'r' };
          return route.fulfill({ status: 401, json: { success: false, error } });
        });
      }
      page.on('request', (request) => (refreshed += request.url().endsWith('/auth/refresh') ? 1 : 0));
      await page.getByRole('link', { name: 'Authors' }).click();
      // In the list, because the account button has the same name.
      await page.getByRole('table').getByText('Ada Abbott').first().waitFor();
      expect(refreshed).to.equal(1);
      expect(await page.getByRole('dialog').count()).to.equal(0);
    }));

  detail('renews an expired token for a change of the password too, which is not lost', () =>
    site.visit({ as: 'admin', path: '/account' }, async ({ page, idle }) => {
      const current = page.getByLabel('Current password');
      await current.fill('wrong');
      await page.getByLabel('New password').fill('a new password of ada');
      await idle();
      let refreshed = 0;
      for (const path of ['auth/account/password', 'auth/me']) {
        await page.route(`**/api/v1/${path}`, async (route) => {
          if (refreshed > 0) return route.continue();
          const error = { code: 'token_expired', message: 'Your session has expired.', request_id: 'r' };
          return route.fulfill({ status: 401, json: { success: false, error } });
        });
      }
      page.on('request', (request) => (refreshed += request.url().endsWith('/auth/refresh') ? 1 : 0));
      await current.press('Enter');
      // The answer of the daemon, which has compared it.
      await page.getByText('This is not your current password.').waitFor();
      expect(refreshed).to.equal(1);
    }),
  );

  detail('asks for the password if the session has ended before the password is changed', () =>
    site.visit({ as: 'admin', path: '/account' }, async ({ page, context, idle }) => {
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill('a new password of ada');
      await idle();
      await context.clearCookies();
      await page.getByRole('button', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.getByLabel('New password').inputValue()).to.equal('a new password of ada');
    }),
  );

  detail('renews an expired token of two tabs in turn, without asking in either', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, context }) => {
      await page.getByRole('table').waitFor();
      const other = await context.newPage();
      await other.goto(`${site.backend}/acme/blog/tags`);
      await other.getByRole('table').waitFor();
      const refreshes: number[] = [];
      // Only the browser's first cookie counts as expired, not the one that replaces it.
      const [expired] = await context.cookies();
      const hasExpired = async () => (await context.cookies())[0]?.value === expired?.value;
      for (const path of ['acme/blog/authors**', 'auth/me']) {
        await context.route(`**/api/v1/${path}`, async (route) => {
          if (!(await hasExpired())) return route.continue();
          const error = { code: 'token_expired', message: 'Your session has expired.', request_id: 'r' };
          return route.fulfill({ status: 401, json: { success: false, error } });
        });
      }
      // Both requests fail before either tab renews the token.
      let refused = 0;
      let both: () => void = () => undefined;
      const bothRefused = new Promise<void>((resolve) => (both = resolve));
      context.on('response', (response) => {
        if (!response.url().includes('/authors/schema/list') || response.status() !== 401) return;
        refused += 1;
        if (refused === 2) both();
      });
      await context.route('**/api/v1/auth/refresh', async (route) => {
        await bothRefused;
        const answer = await route.fetch();
        refreshes.push(answer.status());
        return route.fulfill({ response: answer });
      });
      for (const tab of [page, other]) await tab.getByRole('link', { name: 'Authors' }).dispatchEvent('click');
      for (const tab of [page, other]) await tab.getByRole('table').getByText('Ada Abbott').first().waitFor();
      expect(refreshes).to.deep.equal([200]);
      for (const tab of [page, other]) expect(await tab.getByRole('dialog').count()).to.equal(0);
    }),
  );

  it('returns to the sign-in page on sign-out, and Back does not sign in again', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, context }) => {
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Password', { exact: true }).waitFor();
      expect(await context.cookies()).to.deep.equal([]);
      await page.goBack().catch(() => undefined);
      expect(await page.getByRole('navigation', { name: 'Main navigation' }).count()).to.equal(0);
    }));

  detail('notices in one tab that the user signed out in another', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, context }) => {
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      const other = await context.newPage();
      await other.goto(`${site.backend}/acme/blog/tags`);
      await other.getByRole('button', { name: 'Ada Abbott' }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await other.getByLabel('Password', { exact: true }).waitFor();
      // Immediately, and nothing of the screen remains.
      await page.getByLabel('Login or email').waitFor();
      expect(await page.getByRole('navigation', { name: 'Main navigation' }).count()).to.equal(0);
    }),
  );

  it('shows the next administrator nothing of the previous one', () =>
    site.visit({ as: 'admin', path: '/acme/blog/authors' }, async ({ page }) => {
      await page.getByRole('table').getByText('Ada Abbott').first().waitFor();
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Login or email').fill(LOGINS.editor);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Boris Baker' }).waitFor();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      expect(await page.getByRole('link', { name: 'Authors' }).count()).to.equal(0);
    }));
});
