import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/** Deadlines of requests that others wait for come thirty times as early; those of others do not, on a busy machine. */
const SOON = `{
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(ms > 30000 ? ms : ms / 30);
}`;

/** The network swallows each request for the URL until the returned function is called. */
async function swallow(page: Page, url: string): Promise<{ asked: () => number; stop: () => Promise<void> }> {
  let count = 0;
  await page.route(url, () => void (count += 1));
  return { asked: () => count, stop: () => page.unroute(url) };
}

/** The daemon does what it is asked, and its answer is lost. */
async function lose(page: Page, url: string, method: string): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    return route.abort();
  });
}

describe('requests that never end (AD-663)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('a sign-in that the network swallows ends with a message, and the next one works', () =>
    site.visit({ path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.addInitScript(SOON);
      await open('/acme/blog/tags');
      const swallowed = await swallow(page, '**/auth/login');
      await page.getByLabel('Login or email').fill(LOGINS.admin);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('We can’t reach the server').waitFor();
      expect(swallowed.asked()).to.equal(1);
      await swallowed.stop();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    }));

  detail('a choice and a sign-out that the network swallows hold no later ones back', () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.addInitScript(SOON);
      await open('/acme/blog/tags');
      await page.getByRole('link', { name: 'New' }).waitFor();
      const preferences = await swallow(page, '**/account/preferences?*');
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: /^Appearance/ }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await page.locator('.toast').getByText('We can’t reach the server').waitFor();
      expect(preferences.asked()).to.be.at.least(1);
      await preferences.stop();
      const signOuts = await swallow(page, '**/auth/logout');
      const signOut = async () => {
        await page.getByRole('button', { name: 'Ada Abbott' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      };
      const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/logout'));
      await signOut();
      await ended;
      expect(signOuts.asked()).to.equal(1);
      await signOuts.stop();
      await signOut();
      await page.getByLabel('Login or email').waitFor();
    }),
  );
});

describe('answers that are lost (AD-664)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('another attempt to save a view creates no second one, and shares the first if that was chosen since', () =>
    site.visit(
      { as: 'admin', path: '/acme/blog/posts?search=css', failuresExpected: true },
      async ({ page, context, idle }) => {
        await idle();
        // The network fails before the page can look for the view.
        await page.route('**/acme/blog/posts/list/views', async (route) => {
          if (route.request().method() !== 'POST') return route.fallback();
          await route.fetch();
          await context.setOffline(true);
          return route.abort();
        });
        await page.locator('.views-button').click();
        await page.getByRole('button', { name: 'Save as new view' }).click();
        const dialog = page.getByRole('dialog', { name: 'Save as new view' });
        await dialog.getByRole('textbox').fill(' Lost ');
        await page.keyboard.press('Enter');
        await dialog.getByRole('alert').waitFor();
        await context.setOffline(false);
        await dialog.getByRole('checkbox').check();
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
        expect(site.sql(`select shared from backend_views where name = 'Lost'`)).to.deep.equal([{ shared: 1 }]);
      },
    ));

  detail('an action of the toolbar may have run', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts', failuresExpected: true }, async ({ page, idle }) => {
      await idle();
      await lose(page, '**/toolbar/*', 'POST');
      await page.getByRole('button', { name: 'Publish due posts' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish due posts' }).click();
      await page.locator('.toast').getByText('It may have run all the same.').waitFor();
    }),
  );

  detail('a link to choose a password that is used up after a lost answer may have set it', () =>
    site.visit({ path: undefined, failuresExpected: true }, async ({ page, open }) => {
      const root = await site.api(LOGINS.admin);
      const id = String(site.sql(`select id from backend_users where login = '${LOGINS.editor}'`)[0]?.['id']);
      const link = await root.post(`/gatehouse/backend/administrators/${id}/password-link`, {});
      const token = String(link.data.path).split('#')[1] ?? '';
      await open(`/set-password#${token}`);
      await lose(page, '**/auth/set-password', 'POST');
      await page.getByLabel('New password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('We can’t reach the server').waitFor();
      await page.unroute('**/auth/set-password');
      await page.keyboard.press('Enter');
      await page.getByText('Your first attempt may have set the password').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Login or email').waitFor();
    }),
  );
});
