import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { choose } from './support/choose.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FIRST = 'the first password of grace';
const OWN = 'a password that grace chose';

describe('administrators and accounts (AD-240 to AD-248)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('creates an administrator with a link, who chooses a password and signs in', async () => {
    let link = '';
    await site.visit({ as: 'admin', path: '/settings' }, async ({ page }) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Administrators/ })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Administrators' }).waitFor();
      await expectAccessible(page);
      await page.goto(page.url().replace(/\/administrators.*/, '/administrators/create'));
      await page.getByRole('textbox', { name: 'Login' }).fill('grace');
      await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.test');
      await page.getByRole('tab', { name: 'Permissions' }).click();
      const permissions = page.getByRole('group', { name: 'Own permissions' });
      await permissions.waitFor();
      await permissions.getByRole('checkbox').first().check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('button', { name: 'Access' }).click();
      await page.getByText('This administrator has no password yet').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create link' }).click();
      link = await page.getByRole('textbox', { name: 'Link to choose a password' }).inputValue();
      await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    });
    expect(link).to.match(/\/set-password#[\w.-]+$/);
    await site.visit({ path: '/' }, async ({ page }) => {
      await page.goto(link);
      const password = page.getByRole('textbox', { name: 'New password' });
      await password.fill('short');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Use 8 characters or more.').waitFor();
      await expectAccessible(page);
      expect(page.url()).not.to.contain('#');
      await password.fill(OWN);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Password set. You can sign in now.').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Login or email').fill('grace');
      await page.getByRole('textbox', { name: 'Password' }).fill(OWN);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'grace' }).waitFor();
    });
  });

  detail('asks for another password after one that a colleague typed', async () => {
    const root = await site.api('admin@example.test');
    const path = '/gatehouse/backend/administrators';
    const made = await root.post(path, { login: 'hedy', email: 'hedy@example.test' });
    expect(made.status, made.body).to.equal(201);
    const set = await root.post(`${path}/${String(made.data.id)}/password`, { password: FIRST });
    expect(set.status, set.body).to.equal(200);
    await site.visit({ path: '/' }, async ({ page }) => {
      await page.getByLabel('Login or email').fill('hedy');
      await page.getByRole('textbox', { name: 'Password' }).fill(FIRST);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Choose a password' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: 'Current password' }).fill('wrong');
      await page.getByRole('textbox', { name: 'New password' }).fill(OWN);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('This is not your current password.').waitFor();
      await page.getByRole('textbox', { name: 'Current password' }).fill(FIRST);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('button', { name: 'hedy' }).waitFor();
    });
  });

  detail('keeps unsaved text in two tabs while a colleague asks for another password (AD-213, AD-245)', async () => {
    const root = await site.api('admin@example.test');
    const path = '/gatehouse/backend/administrators';
    const made = await root.post(path, { login: 'ida', email: 'ida@example.test', is_superuser: true });
    expect(made.status, made.body).to.equal(201);
    const setByColleague = async (password: string) => {
      const set = await root.post(`${path}/${String(made.data.id)}/password`, { password });
      expect(set.status, set.body).to.equal(200);
    };
    await setByColleague(FIRST);
    await site.visit({ path: '/', failuresExpected: true }, async ({ page, context, open }) => {
      const choose = async (current: string, password: string) => {
        await page.getByRole('textbox', { name: 'Current password' }).fill(current);
        await page.getByRole('textbox', { name: 'New password' }).fill(password);
        await page.getByRole('button', { name: 'Change password' }).click();
      };
      await page.getByLabel('Login or email').fill('ida');
      await page.getByRole('textbox', { name: 'Password' }).fill(FIRST);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await choose(FIRST, OWN);
      await page.getByRole('button', { name: 'ida' }).waitFor();
      const tabs = [
        { page, path: '/acme/blog/posts/update/70', field: 'Title' },
        { page: await context.newPage(), path: '/acme/blog/tags/create', field: 'Name' },
      ] as const;
      const text = ({ page: tab, field }: (typeof tabs)[number]) =>
        tab.getByRole('textbox', { name: field, exact: true });
      await open(tabs[0].path);
      await tabs[1].page.goto(site.backend + tabs[1].path);
      for (const tab of tabs) {
        await text(tab).fill('Unsaved by Ida');
        await eventually(async () => {
          const kept = await tab.page.evaluate<string[]>(`Object.entries(localStorage).map((one) => one.join())`);
          expect(kept.filter((one) => one.includes(tab.path) && one.includes('Unsaved'))).to.have.length(1);
        });
      }
      await setByColleague(`${FIRST} again`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.getByLabel('Password', { exact: true }).fill(`${FIRST} again`);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      for (const tab of tabs) await tab.page.getByRole('heading', { level: 1, name: 'Choose a password' }).waitFor();
      await choose(`${FIRST} again`, OWN);
      // The other tab continues on its own.
      for (const tab of tabs) {
        await tab.page.getByRole('button', { name: 'Restore', exact: true }).click();
        expect(await text(tab).inputValue()).to.equal('Unsaved by Ida');
      }
      expect(site.sql("select id from blog_posts where id = 70 and title = 'Unsaved by Ida'")).to.deep.equal([]);
    });
  });

  detail('keeps profile and appearance in the account, for every browser', async () => {
    await site.visit({ as: 'admin', path: '/account' }, async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await page.getByText('Saved.').first().waitFor();
      const saved = page.waitForResponse((answer) => answer.url().includes('/preferences/appearance'));
      await choose(page.getByLabel('Density'), 'Compact');
      expect((await saved).status()).to.equal(200);
    });
    await site.visit({ as: 'admin', path: '/account' }, async ({ page }) => {
      await page.locator('html[data-density="compact"]').waitFor();
      expect(await page.evaluate(`localStorage.getItem('gatehouse.time-zone:/backend')`)).to.equal('Asia/Tokyo');
      const api = await site.api('admin@example.test');
      const reset = await api.put('/auth/account/preferences/appearance', { value: null });
      expect(reset.status, reset.body).to.equal(200);
    });
  });

  for (const [menu, choice, attribute] of [
    ['Appearance', 'Dark', 'theme="dark"'],
    ['Density', 'Compact', 'density="compact"'],
  ] as const) {
    detail(`keeps a choice of the account menu in the account: ${choice}`, async () => {
      await site.visit({ as: 'admin', path: '/' }, async ({ page }) => {
        await page.locator('.account').click();
        const saved = page.waitForResponse((answer) => answer.url().includes('/preferences/appearance'));
        await page.getByRole('menuitem', { name: menu }).click();
        await page.getByRole('menuitemradio', { name: choice }).click();
        expect((await saved).status()).to.equal(200);
      });
      await site.visit({ as: 'admin', path: '/' }, async ({ page }) => {
        await page.locator(`html[data-${attribute}]`).waitFor();
        const api = await site.api('admin@example.test');
        const reset = await api.put('/auth/account/preferences/appearance', { value: null });
        expect(reset.status, reset.body).to.equal(200);
      });
    });
  }
});
