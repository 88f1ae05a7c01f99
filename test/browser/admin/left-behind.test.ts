import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { choose } from './support/choose.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/60';

describe('what stays in a browser after sign-out (AD-552, AD-555, AD-556, AD-662)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Ada Abbott' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  }
  async function signInAsBoris(page: Page): Promise<void> {
    await page.getByLabel('Login or email').fill(LOGINS.editor);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Boris Baker' }).waitFor();
  }
  const kept = (page: Page) => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

  it('no message of the administrator who signs out', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await title(page).waitFor();
      await page.keyboard.press('Control+s');
      await page.keyboard.press('Control+s');
      await page.locator('.toast').getByText('There are no changes to save.').waitFor();
      expect(await page.locator('.toast').count(), 'the same message again').to.equal(1);
      await signOut(page);
      await page.getByLabel('Login or email').waitFor();
      expect(await page.locator('.toast').count()).to.equal(0);
    }));

  detail(
    'no searches and recent screens in any tab, also where another administrator continues over unsaved input',
    () =>
      site.visit({ as: 'admin', path: '/acme/blog/posts?search=secret' }, async ({ page, context }) => {
        await page.getByRole('searchbox').waitFor();
        const dirty = await context.newPage();
        await dirty.goto(`${site.backend}/acme/blog/posts?search=secret`);
        await dirty.getByRole('searchbox').waitFor();
        await dirty.goto(`${site.backend}${FORM}`);
        await title(dirty).fill('Unsaved');
        const other = await context.newPage();
        await other.goto(`${site.backend}/acme/blog/tags`);
        await signOut(other);
        await page.getByLabel('Login or email').waitFor();
        expect(await kept(page)).not.to.contain('secret');
        await signInAsBoris(other);
        await dirty.getByRole('button', { name: 'Continue as Boris Baker' }).click();
        await dirty.getByRole('button', { name: 'Leave without saving' }).click();
        await dirty.getByRole('button', { name: 'Boris Baker' }).waitFor();
        expect(await dirty.evaluate<string>(`sessionStorage.getItem('gatehouse.searches:/backend')`)).not.to.contain(
          'secret',
        );
      }),
  );

  detail('not the time zone of the last administrator, for one whose account has none', () =>
    site.visit({ as: 'admin', path: '/account', timezoneId: 'America/Los_Angeles' }, async ({ page, idle }) => {
      const zone = page.getByRole('combobox', { name: 'Time zone' });
      await zone.fill('Tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await idle();
      expect(await page.evaluate(`localStorage.getItem('gatehouse.time-zone:/backend')`)).to.equal('Asia/Tokyo');
      await signOut(page);
      await signInAsBoris(page);
      await idle();
      expect(await page.evaluate(`localStorage.getItem('gatehouse.time-zone:/backend')`)).to.equal(null);
      const api = await site.api('admin@example.test');
      const reset = await api.put('/auth/account/preferences/appearance', { value: null });
      expect(reset.status, reset.body).to.equal(200);
    }),
  );

  /** The page receives the answer to its next request once the test lets it through. */
  async function holdAnswer(page: Page, url: string, method: string) {
    let letGo: () => void = () => undefined;
    let arrived: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    let isHeld = false;
    await page.route(url, async (route) => {
      if (isHeld || route.request().method() !== method) return route.continue();
      isHeld = true;
      const response = await route.fetch();
      arrived();
      await released;
      return route.fulfill({ response });
    });
    return { isThere, letGo };
  }

  async function toBoris(page: Page): Promise<void> {
    await signOut(page);
    await signInAsBoris(page);
  }

  detail('no message of an answer that comes late', () =>
    site.visit({ as: 'admin', path: '/acme/blog/comments' }, async ({ page, idle }) => {
      const held = await holdAnswer(page, '**/comments/toolbar/**', 'POST');
      await page.getByRole('button', { name: 'Approve all' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Approve all' }).click();
      await held.isThere;
      await toBoris(page);
      held.letGo();
      await idle();
      expect(await page.locator('.toast').allInnerTexts()).to.deep.equal([]);
    }),
  );

  it('no request that is still on its way: it is not sent in the name of the next administrator', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?filter[title]=x' }, async ({ page, idle, open }) => {
      site.sql('update blog_posts set views = 7654321, featured = 0 where id = 60');
      await open('/acme/blog/posts?filter[views][min]=7654321');
      let letGo: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (letGo = resolve));
      let isHeld = false;
      // As a browser that has no connection left sends it later, with the cookie that it has by then.
      await page.route('**/posts/60', async (route) => {
        if (!isHeld) {
          isHeld = true;
          await released;
        }
        return route.continue();
      });
      await page.locator('tr[data-id="60"]').getByRole('switch').click();
      await eventually(() => expect(isHeld).to.equal(true));
      await toBoris(page);
      const refused = page.waitForResponse((answer) => answer.url().endsWith('/posts/60'));
      letGo();
      expect((await refused).status()).to.equal(409);
      await idle();
      expect(site.sql('select featured from blog_posts where id = 60')).to.deep.equal([{ featured: 0 }]);
      expect(await page.locator('.toast').allInnerTexts()).to.deep.equal([]);
    }));

  detail('no choice of appearance that waits for another one: it is not kept in the account of the next', () =>
    site.visit({ as: 'admin', path: '/account' }, async ({ page, idle }) => {
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
      await idle();
      const held = await holdAnswer(page, '**/preferences?*', 'GET');
      await choose(page.getByLabel('Density'), 'Compact');
      await held.isThere;
      await choose(page.getByLabel('Theme'), 'Dark');
      await toBoris(page);
      held.letGo();
      await idle();
      const boris = await site.api(LOGINS.editor);
      const kept = await boris.get('/auth/account/preferences?keys=appearance');
      expect(kept.data).to.deep.equal({});
      expect(await page.locator('.toast').allInnerTexts()).to.deep.equal([]);
    }),
  );

  detail('no time zone that arrives late', async () => {
    const ada = await site.api(LOGINS.admin);
    const set = await ada.put('/auth/account/preferences/appearance', { value: { time_zone: 'Asia/Tokyo' } });
    expect(set.status, set.body).to.equal(200);
    await site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      const held = await holdAnswer(page, '**/preferences?keys=appearance', 'GET');
      await open('/acme/blog/tags');
      await held.isThere;
      await toBoris(page);
      held.letGo();
      await idle();
      expect(await page.evaluate(`localStorage.getItem('gatehouse.time-zone:/backend')`)).to.equal(null);
    });
    const reset = await ada.put('/auth/account/preferences/appearance', { value: null });
    expect(reset.status, reset.body).to.equal(200);
  });

  detail('still guards unsaved input if the sign-out fails', () =>
    site.visit({ as: 'admin', path: FORM, failuresExpected: true }, async ({ page, context, place }) => {
      await title(page).fill('Still here');
      await context.setOffline(true);
      await signOut(page);
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.locator('.toast').waitFor();
      await page.getByRole('link', { name: 'Tags' }).click();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(place()).to.equal(FORM);
      expect(await title(page).inputValue()).to.equal('Still here');
    }),
  );

  detail('works if the application has filled the storage of the origin', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts' }, async ({ page, place }) => {
      await page.getByRole('searchbox').waitFor();
      await page.evaluate(`for (const storage of [sessionStorage, localStorage])
        for (let size = 4_000_000; size > 0;) {
          try { storage.setItem('of the application ' + size + storage.length, 'x'.repeat(size)); }
          catch { size = Math.floor(size / 2); }
        }`);
      await page.getByRole('link', { name: 'Tags' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(place()).to.equal('/acme/blog/tags');
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: /^Appearance/ }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await page.locator('html[data-theme=dark]').waitFor();
    }),
  );
});
