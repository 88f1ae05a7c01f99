import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { eventually } from '../../support/eventually.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/70';

describe('drafts in the browser (AD-213)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const offer = (page: Page) => page.getByText('This browser has unsaved changes from');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const drafts = (page: Page) =>
    page.evaluate<readonly string[]>(
      `Object.entries(localStorage).filter(([key]) => key.startsWith('gatehouse.draft:')).map((one) => one.join(' '))`,
    );
  const kept = (page: Page, text: string) =>
    eventually(async () => expect((await drafts(page)).join()).to.contain(text));
  const noneKept = (page: Page) => eventually(async () => expect(await drafts(page)).to.deep.equal([]));
  /** Accepts the browser's question about leaving the page. A crash would not ask. */
  const reload = async (page: Page) => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
  };

  it('offers a draft after a reload, restores it on every tab and removes it after saving', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await title(page).fill('Before the crash');
      await page.getByRole('tab', { name: 'Publishing' }).click();
      const web = page.getByRole('switch', { name: 'Featured' });
      const before = await web.isChecked();
      await web.press('Space');
      await kept(page, 'Before the crash');
      await kept(page, 'featured');
      await reload(page);
      await offer(page).waitFor();
      expect(await title(page).inputValue()).not.to.equal('Before the crash');
      await expectAccessible(page);
      await button(page, 'Restore').click();
      expect(await title(page).inputValue()).to.equal('Before the crash');
      expect(await web.isChecked()).to.equal(!before);
      await page.getByText('Unsaved changes').waitFor();
      await button(page, 'Save').click();
      await page.getByText('The post has been saved.').waitFor();
      await noneKept(page);
      expect(site.sql('select title from blog_posts where id = 70')).to.deep.equal([{ title: 'Before the crash' }]);
      await page.reload();
      await title(page).waitFor();
      expect(await offer(page).count()).to.equal(0);
    }));

  detail('names the time of a draft in the time zone that the administrator has chosen (AD-446)', async () => {
    const api = await site.api('admin@example.test');
    const choose = (value: unknown) => api.put('/auth/account/preferences/appearance', { value });
    await choose({ time_zone: 'Pacific/Kiritimati' });
    await site.visit({ as: 'admin', path: FORM, timezoneId: 'Europe/Berlin' }, async ({ page, idle }) => {
      await idle();
      await title(page).fill('Typed in Berlin');
      await kept(page, 'Typed in Berlin');
      await reload(page);
      await offer(page).waitFor();
      const now = await page.evaluate<readonly string[]>(`[0, 60000].map((ago) =>
        new Date(Date.now() - ago).toLocaleString('en-GB', { timeZone: 'Pacific/Kiritimati', dateStyle: 'medium', timeStyle: 'short' }))`);
      const shown = await offer(page).innerText();
      expect(
        now.some((one) => shown.includes(one)),
        `${shown} ${now.join()}`,
      ).to.equal(true);
      await button(page, 'Discard').click();
    });
    await choose(null);
  });

  detail('removes a draft when it is discarded or the user leaves the form without saving', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, open }) => {
      await title(page).fill('To be discarded');
      await kept(page, 'To be discarded');
      await reload(page);
      await button(page, 'Discard').click();
      await noneKept(page);
      expect(await offer(page).count()).to.equal(0);
      await title(page).fill('To be left');
      await kept(page, 'To be left');
      await page.getByRole('navigation').getByRole('link', { name: 'Authors' }).click();
      await button(page, 'Leave without saving').click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      await noneKept(page);
      await open(FORM);
      await title(page).waitFor();
      expect(await offer(page).count()).to.equal(0);
    }),
  );

  detail('removes the draft of a new record when the record is created', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async ({ page }) => {
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('Drafted');
      await kept(page, 'Drafted');
      await reload(page);
      await button(page, 'Restore').click();
      expect(await name.inputValue()).to.equal('Drafted');
      await button(page, 'Create').click();
      await page.getByText('Created.').waitFor();
      await noneKept(page);
      site.sql("delete from blog_tags where name = 'Drafted'");
    }),
  );

  it('removes a draft on sign-out and never offers it to another user', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context, open }) => {
      await title(page).fill('Of Ada');
      await kept(page, 'Of Ada');
      await context.request.post(`${site.backend}/api/v1/auth/login`, {
        headers: { 'X-Requested-With': 'XMLHttpRequest' },
        data: { login: LOGINS.editor, password: PASSWORD },
      });
      await reload(page);
      await page.getByRole('button', { name: 'Boris Baker' }).waitFor();
      await title(page).waitFor();
      expect(await offer(page).count()).to.equal(0);
      await context.request.post(`${site.backend}/api/v1/auth/login`, {
        headers: { 'X-Requested-With': 'XMLHttpRequest' },
        data: { login: LOGINS.admin, password: PASSWORD },
      });
      await open(FORM);
      await offer(page).waitFor();
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Login or email').waitFor();
      expect(await drafts(page)).to.deep.equal([]);
    }));

  detail('keeps a draft when the user leaves the same form in another tab without changes', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
      await title(page).waitFor();
      const other = await context.newPage();
      await other.goto(site.backend + FORM);
      await title(other).waitFor();
      await title(page).fill('In the first tab');
      await kept(page, 'In the first tab');
      await other.getByRole('navigation').getByRole('link', { name: 'Authors' }).click();
      await other.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      expect((await drafts(page)).join()).to.contain('In the first tab');
      // Discarding the draft in the other tab removes it.
      await other.goto(site.backend + FORM);
      await button(other, 'Discard').click();
      await noneKept(page);
    }),
  );

  detail('removes a draft after a sign-out in another tab, and stores it again only when its author returns', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context }) => {
      await title(page).fill('Left on the screen');
      await kept(page, 'Left on the screen');
      const other = await context.newPage();
      await other.goto(`${site.backend}/acme/blog/tags`);
      await other.getByRole('button', { name: 'Ada Abbott' }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await other.getByLabel('Login or email').waitFor();
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.getByText('You signed out in another tab.').waitFor();
      await noneKept(page);
      // On its last event, a page stores input that has not been stored.
      await page.evaluate("window.dispatchEvent(new Event('pagehide'))");
      expect(await drafts(page)).to.deep.equal([]);
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      await kept(page, 'Left on the screen');
    }),
  );

  detail('asks what to do when a draft is based on an older version of the record', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await title(page).fill('From the old version');
      await kept(page, 'From the old version');
      const api = await site.api(LOGINS.admin);
      const { data } = await api.get('/acme/blog/posts/70');
      const { status } = await api.put('/acme/blog/posts/70', { title: 'Newer', _version: data._version });
      expect(status).to.equal(200);
      await reload(page);
      await button(page, 'Restore').click();
      await button(page, 'Save').click();
      await page.getByRole('alertdialog').getByText('Newer', { exact: true }).waitFor();
      await button(page, 'Save this choice').click();
      await page.getByText('The post has been saved.').waitFor();
      expect(site.sql('select title from blog_posts where id = 70')).to.deep.equal([{ title: 'From the old version' }]);
    }),
  );

  it('never stores a password', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/71' }, async ({ page }) => {
      const fields = page.locator('input[type=password]');
      await title(page).fill('With a secret');
      for (const tab of ['Placement', 'Comments', 'Publishing']) {
        await page.getByRole('tab', { name: tab }).click();
      }
      expect(await fields.count()).to.be.greaterThan(0);
      await fields.first().fill('very-secret');
      await kept(page, 'With a secret');
      await page.getByText('Unsaved changes').waitFor();
      expect((await drafts(page)).join()).not.to.contain('very-secret');
    }));
});
