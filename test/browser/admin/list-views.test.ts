import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { LOGINS } from './support/administrators.js';
import { pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const VIEWS = `${POSTS}/list/views`;
const HOSTILE = '<img src=x onerror="document.title=1">${7*7}{{7*7}}\u202egnp';

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const menu = (page: Page) => page.getByRole('dialog', { name: /^Views/ });
const trigger = (page: Page) => page.locator('.views-button');
const entry = (page: Page, name: string) => menu(page).getByRole('button', { name });
const headings = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');

async function openMenu(page: Page): Promise<void> {
  await rows(page).first().waitFor();
  await trigger(page).click();
  await menu(page).getByRole('button').first().waitFor();
}

interface View {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly version: number;
}

describe('saved views of a list (AD-293 to AD-297)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  beforeEach(() => site.sql('delete from backend_views'));

  async function create(who: keyof typeof LOGINS, view: object): Promise<View> {
    const answer = await (await site.api(LOGINS[who])).post(VIEWS, { shared: false, query: '', ...view });
    expect(answer.status, answer.body).to.equal(201);
    return answer.data as never;
  }

  it('saves, opens, edits and deletes a view by mouse', () =>
    site.visit(
      { as: 'admin', path: `${POSTS}?filter[status]=draft&sort=title&per_page=5` },
      async ({ page, place }) => {
        await openMenu(page);
        await expectAccessible(page);
        await menu(page).getByRole('button', { name: 'Save as new view' }).click();
        const dialog = page.getByRole('dialog', { name: 'Save as new view' });
        await dialog.getByRole('textbox', { name: 'Name' }).fill('My drafts');
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByText('View saved.').waitFor();
        await eventually(async () => expect(await trigger(page).innerText()).to.equal('My drafts'));
        const shown = place();
        expect(shown)
          .to.contain('filter[status]=draft')
          .and.to.match(/view=[\w-]{16}/);

        // A column that is hidden while the view is open belongs to the view, not to the administrator.
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('checkbox', { name: 'Tags', exact: true }).uncheck();
        await page.keyboard.press('Escape');
        await eventually(async () => expect(await trigger(page).innerText()).to.contain('edited'));
        await openMenu(page);
        await menu(page).getByRole('button', { name: 'Save changes to this view' }).click();
        await eventually(async () => expect(await trigger(page).innerText()).not.to.contain('edited'));
        await openMenu(page);
        await entry(page, 'Default view').click();
        await eventually(async () => expect(await headings(page)).to.include('Tags'));
        expect(place()).not.to.contain('draft');

        await openMenu(page);
        await entry(page, 'My drafts').click();
        await eventually(async () => expect(await headings(page)).not.to.include('Tags'));
        expect(place()).to.contain('filter[status]=draft');
        await openMenu(page);
        await menu(page).getByRole('button', { name: 'Delete…' }).click();
        const question = page.getByRole('alertdialog', { name: 'Delete the view My drafts?' });
        await expectAccessible(page);
        await question.getByRole('button', { name: 'Delete view' }).click();
        await page.getByText('View deleted.').waitFor();
        expect((await (await site.api(LOGINS.admin)).get(VIEWS)).data).to.deep.equal([]);
      },
    ));

  detail('saves, renames and shares a view by keyboard, and shows a hostile name as text', () =>
    site.visit({ as: 'admin', path: `${POSTS}?search=garden` }, async ({ page }) => {
      await rows(page).first().waitFor();
      await pressOn(trigger(page));
      await pressOn(menu(page).getByRole('button', { name: 'Save as new view' }));
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      await page.keyboard.type('Garden');
      await page.keyboard.press('Enter');
      await page.getByText('View saved.').waitFor();
      await eventually(async () => expect(await trigger(page).innerText()).to.equal('Garden'));
      await pressOn(trigger(page));
      await pressOn(menu(page).getByRole('button', { name: 'Rename…' }));
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(HOSTILE);
      await page.keyboard.press('Enter');
      await eventually(async () => expect(await trigger(page).innerText()).to.equal(HOSTILE));
      await pressOn(trigger(page));
      await pressOn(menu(page).getByRole('button', { name: 'Share with everyone' }));
      await page.getByText('Everyone who opens this list can see this view now.').waitFor();
      expect(await page.locator('.views-button img').count()).to.equal(0);
      expect(await page.title()).not.to.equal('1');
      await site.visit({ as: 'editor', path: POSTS }, async (other) => {
        await openMenu(other.page);
        await entry(other.page, HOSTILE.slice(0, 12)).click();
        await other.page.waitForURL(/search=garden/);
        // Only its name is not theirs: without the permission, a colleague's view cannot be changed.
        await openMenu(other.page);
        for (const action of ['Rename…', 'Delete…', 'Stop sharing', 'Save changes to this view']) {
          expect(await menu(other.page).getByRole('button', { name: action }).count(), action).to.equal(0);
        }
      });
      const api = await site.api(LOGINS.admin);
      const [{ id } = { id: '' }] = (await api.get(VIEWS)).data as never as readonly View[];
      await api.delete(`${VIEWS}/${id}`);
    }),
  );

  detail('leads a link and the start of the list to a view, and explains a view that is gone (AD-297)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, place }) => {
      const view = await create('admin', { name: 'Published', query: 'filter[status]=published&columns=title,views' });
      await open(`${POSTS}?view=${view.id}`);
      await rows(page).first().waitFor();
      expect(place()).to.contain('filter[status]=published');
      expect((await headings(page)).slice(-2)).to.deep.equal(['Title', 'Views']);
      await openMenu(page);
      await menu(page).getByRole('button', { name: 'Start with this view' }).click();
      await open(POSTS);
      await rows(page).first().waitFor();
      expect(place()).to.contain(`view=${view.id}`);
      await openMenu(page);
      await entry(page, 'Default view').click();
      await eventually(async () => expect(await headings(page)).to.include('Tags'));
      const api = await site.api(LOGINS.admin);
      await api.delete(`${VIEWS}/${view.id}`);
      await open(`${POSTS}?view=${view.id}`);
      await page.getByText('This view no longer exists, or it is not shared with you.').waitFor();
      await open(POSTS);
      await rows(page).first().waitFor();
      expect((await api.get('/auth/account/preferences?keys=list:acme.blog.posts')).data).to.deep.equal({});
    }),
  );

  detail('reports that someone else has changed a shared view meanwhile, and overwrites nothing (AD-296)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      const view = await create('admin', { name: 'Ours', query: 'sort=title', shared: true });
      await open(`${POSTS}?view=${view.id}`);
      await openMenu(page);
      await menu(page).getByRole('button', { name: 'Rename…' }).click();
      const api = await site.api(LOGINS.admin);
      const other = await api.put(`${VIEWS}/${view.id}`, { name: 'Theirs', version: view.version });
      expect(other.status, other.body).to.equal(200);
      expect(other.data).to.include({ query: 'sort=title', shared: true });
      await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('Someone else has changed this view in the meantime.').waitFor();
      await page.keyboard.press('Escape');
      await eventually(async () => expect(await trigger(page).innerText()).to.equal('Theirs'));
      await api.delete(`${VIEWS}/${view.id}`);
    }),
  );

  it('lets each role do only what it may, and shows no column or filter that is not theirs (AD-294, AD-295)', async () => {
    const query = 'search=a&sort=author_email,title&columns=title,author_email&filter[status]=draft';
    const ours = await create('admin', { name: 'Ours', query, shared: true });
    const hers = await create('admin', { name: 'Hers', query });
    const editor = await site.api(LOGINS.editor);
    const listed = (await editor.get(VIEWS)).data as never as readonly View[];
    expect(listed.map(({ name }) => name)).to.deep.equal(['Ours']);
    expect(Object.fromEntries(new URLSearchParams(listed[0]?.query))).to.deep.equal({
      search: 'a',
      sort: 'title',
      columns: 'title',
      'filter[status]': 'draft',
    });
    const version = ours.version;
    const table: readonly (readonly [string, Promise<{ readonly status: number }>, number])[] = [
      ['share', editor.post(VIEWS, { name: 'x', query: '', shared: true }), 403],
      ['rename a shared one', editor.put(`${VIEWS}/${ours.id}`, { name: 'x', version }), 403],
      ['unshare', editor.put(`${VIEWS}/${ours.id}`, { shared: false, version }), 403],
      ['delete a shared one', editor.delete(`${VIEWS}/${ours.id}`), 403],
      ['change a hidden one', editor.put(`${VIEWS}/${hers.id}`, { name: 'x', version }), 404],
      ['delete a hidden one', editor.delete(`${VIEWS}/${hers.id}`), 404],
      ['views of a list that is not theirs', editor.get('/acme/blog/authors/list/views'), 403],
      ['save a forbidden column', editor.post(VIEWS, { name: 'x', query: 'columns=author_email' }), 422],
      ['save an unknown column', editor.post(VIEWS, { name: 'x', query: 'columns=no_such' }), 422],
      ['save an unknown filter', editor.post(VIEWS, { name: 'x', query: 'filter[no_such]=1' }), 422],
      ['save another parameter', editor.post(VIEWS, { name: 'x', query: 'page=2' }), 422],
      ['an empty name', editor.post(VIEWS, { name: ' \u200b ', query: '' }), 422],
      ['a long name', editor.post(VIEWS, { name: 'x'.repeat(101), query: '' }), 422],
      ['a large query', editor.post(VIEWS, { name: 'x', query: `search=${'x'.repeat(4096)}` }), 422],
      ['no version', editor.put(`${VIEWS}/${ours.id}`, { name: 'x' }), 422],
      ['a strange id', editor.put(`${VIEWS}/${encodeURIComponent('../x')}`, { name: 'x', version }), 404],
      ['without a session', fetch(`${site.backend}/api/v1${VIEWS}`), 401],
    ];
    for (const [what, answer, status] of table) expect((await answer).status, what).to.equal(status);
    const root = await site.api(LOGINS.admin);
    const after = (await root.get(VIEWS)).data as never as readonly View[];
    expect(after.map(({ name, query: kept }) => [name, kept])).to.deep.equal([
      ['Hers', new URLSearchParams(query).toString()],
      ['Ours', new URLSearchParams(query).toString()],
    ]);
    for (const { id } of after) await root.delete(`${VIEWS}/${id}`);
  });
});
