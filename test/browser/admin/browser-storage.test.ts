import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/** Choices of this browser, for all its users. */
const SHARED = ['gatehouse.theme', 'gatehouse.density', 'gatehouse.language', 'gatehouse.shortcuts'];

const KEYS = '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]';

/** The mention of a storage throws, as in browsers that block the data of sites. */
const BLOCKED = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`;

describe('what the pages keep in the browser', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('belongs to one backend of the origin, apart from choices of the browser (AD-665)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?search=css' }, async ({ page, open, idle }) => {
      await idle();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Author' }).uncheck();
      await page.keyboard.press('Escape');
      await idle();
      expect((await page.evaluate<string[]>(KEYS)).some((key) => key.includes('preference'))).to.equal(true);
      await open('/acme/blog/tags/create');
      await page.getByRole('textbox', { name: 'Name' }).fill('Draft');
      await page.getByText('Unsaved changes').waitFor();
      const keys = await eventually(async () => {
        const all = await page.evaluate<string[]>(KEYS);
        expect(all.some((key) => key.includes('draft'))).to.equal(true);
        return all;
      });
      const unowned = keys.filter((key) => !SHARED.includes(key) && !/^gatehouse\.[a-z-]+:\/backend(?::|$)/.test(key));
      expect(unowned).to.deep.equal([]);
    }));

  it('is nothing if the browser blocks its storage: sign-in, lists, forms and preferences work all the same (AD-555)', () =>
    site.visit({ path: undefined }, async ({ page, open, idle }) => {
      await page.addInitScript(BLOCKED);
      await open('/acme/blog/tags');
      await page.getByLabel('Login or email').fill(LOGINS.admin);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'New' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Kept nowhere');
      await page.getByText('Unsaved changes').waitFor();
      await idle();
    }));

  detail('is not asked for by a link of another backend with the same administrator (AD-665)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      await page.addInitScript(`{
        localStorage.setItem('gatehouse.time-zone:/other', 'Asia/Tokyo');
        sessionStorage.setItem('gatehouse.searches:/other', '[["/acme/blog/tags","?search=foreign"]]');
        sessionStorage.setItem('gatehouse.searches-of:/other', '1');
      }`);
      await open('/acme/blog/posts');
      await idle();
      await page.getByRole('link', { name: 'Tags', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(page.url()).not.to.contain('foreign');
    }),
  );
});
