import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/60';

describe('two tabs, two administrators (AD-127, AD-203)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
  const stored = () => site.sql('select title from blog_posts where id = 60')[0]?.['title'];

  /** Another tab of the same browser, in which Ada signs out and Boris signs in. */
  async function boris(context: BrowserContext): Promise<Page> {
    const other = await context.newPage();
    await other.goto(`${site.backend}/acme/blog/posts`);
    await other.getByRole('button', { name: 'Ada Abbott' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByLabel('Login or email').fill(LOGINS.editor);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Boris Baker' }).waitFor();
    return other;
  }

  detail(
    'reports immediately in the first tab who has signed in, keeps unsaved input, and saves it once its author is back',
    () =>
      site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
        await title(page).fill('By Ada');
        await boris(context);
        await dialog(page).getByText('Boris Baker has signed in on this browser.').waitFor();
        expect(await title(page).inputValue()).to.equal('By Ada');
        await expectAccessible(page);
        await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await dialog(page).waitFor({ state: 'hidden' });
        await page.keyboard.press('Control+s');
        await page.getByText('The post has been saved.').waitFor();
        expect(stored()).to.equal('By Ada');
      }),
  );

  it("rejects a save for a user other than the cookie's, lets it wait, and completes it as the right user", () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
      await title(page).fill('By Ada again');
      const answer = await context.request.post(`${site.backend}/api/v1/auth/login`, {
        headers: { 'X-Requested-With': 'XMLHttpRequest' },
        data: { login: LOGINS.editor, password: PASSWORD },
      });
      expect(answer.status()).to.equal(200);
      const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press('Control+s');
      const response = await refused;
      expect(response.status()).to.equal(409);
      expect(await response.json()).to.have.nested.property('error.code', 'administrator_changed');
      await dialog(page).getByText('Boris Baker has signed in on this browser.').waitFor();
      expect(stored()).not.to.equal('By Ada again');
      await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('The post has been saved.').waitFor();
      expect(stored()).to.equal('By Ada again');
      const changes = await (await site.api(LOGINS.admin)).get('/auth/me');
      expect(changes.data).to.include({ name: 'Ada Abbott' });
    }));

  detail(
    'detects a change of users on return to the tab, and asks about unsaved input before continuing as the other user',
    () =>
      site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
        await title(page).fill('Given up');
        await context.request.post(`${site.backend}/api/v1/auth/login`, {
          headers: { 'X-Requested-With': 'XMLHttpRequest' },
          data: { login: LOGINS.editor, password: PASSWORD },
        });
        await page.evaluate("window.dispatchEvent(new Event('focus'))");
        await page.getByRole('button', { name: 'Continue as Boris Baker' }).click();
        await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
        await page.getByRole('button', { name: 'Leave without saving' }).click();
        await page.getByRole('button', { name: 'Boris Baker' }).waitFor();
        expect(await dialog(page).count()).to.equal(0);
      }),
  );

  detail('signs in a waiting tab when the user signs in in another one', () =>
    site.visit({ path: '/acme/blog/tags' }, async ({ page, context }) => {
      await page.getByLabel('Login or email').waitFor();
      const other = await context.newPage();
      await other.goto(`${site.backend}/acme/blog/tags`);
      await other.getByLabel('Login or email').fill(LOGINS.admin);
      await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await other.keyboard.press('Enter');
      await other.getByRole('table').waitFor();
      await page.getByRole('table').waitFor();
    }),
  );

  detail('signs out other tabs, except those with unsaved input', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
      const clean = await context.newPage();
      await clean.goto(`${site.backend}/acme/blog/tags`);
      await clean.getByRole('table').waitFor();
      await title(page).fill('Still here');
      const other = await context.newPage();
      await other.goto(`${site.backend}/acme/blog/posts`);
      await other.getByRole('button', { name: 'Ada Abbott' }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await clean.getByLabel('Login or email').waitFor();
      expect(await clean.getByRole('navigation', { name: 'Main navigation' }).count()).to.equal(0);
      await dialog(page).getByText('You signed out in another tab.').waitFor();
      expect(await title(page).inputValue()).to.equal('Still here');
    }),
  );

  detail('asks before "Sign out" in the dialog over an expired session discards unsaved input', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
      await title(page).fill('Not lost yet');
      await context.clearCookies();
      await page.keyboard.press('Control+s');
      await dialog(page).getByRole('button', { name: 'Sign out' }).click();
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await question.waitFor({ state: 'hidden' });
      expect(await title(page).inputValue()).to.equal('Not lost yet');
      await dialog(page).getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      // The dialog also contains a login field, so wait for it to close.
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByLabel('Login or email').waitFor();
    }),
  );
});
