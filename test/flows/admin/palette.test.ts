import { expect } from 'chai';
import type { ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack, type Who, usuallyOn } from '../../support/admin-stack.js';

interface Found {
  readonly controller: string;
  readonly label: string;
  readonly record_url: string;
  readonly records: readonly { readonly id: string; readonly title: string }[];
  readonly has_more: boolean;
}

usuallyOn('sqlite', 'the command palette (AD-405 to AD-409)', (database) => {
  let stack: AdminStack;
  const as = new Map<Who, ApiClient>();
  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    for (const who of ['reader', 'editor', 'superuser'] as const) as.set(who, await stack.signIn(who));
    for (let n = 0; n < 8; n++) await stack.sql(`insert into shop_items (title) values ('Übung ${n}')`);
    await stack.sql("insert into shop_categories (name) values ('Übungen')");
    await stack.sql("insert into shop_items (title, hidden) values ('Übung für Eingeweihte', 1)");
  });
  after(() => stack.stop());

  const found = async (who: Who, search: string): Promise<readonly Found[]> =>
    expectOk(await as.get(who)!.get(`/search?search=${encodeURIComponent(search)}`)).data as Found[];
  const titles = async (who: Who, search: string) =>
    (await found(who, search)).flatMap(({ records }) => records.map(({ title }) => title));

  it('finds the first records of each list that opts in, in the order of the lists, ignoring case (AD-405)', async () => {
    const [items, categories, ...more] = await found('superuser', 'ÜBUNG');
    expect(more).to.deep.equal([]);
    expect(items).to.deep.include({ controller: 'acme.shop.items', record_url: '/acme/shop/items/update/:id' });
    expect(items?.records.map(({ title }) => title)).to.deep.equal([0, 1, 2, 3, 4].map((n) => `Übung ${n}`));
    expect(items).to.have.property('has_more', true);
    expect(categories).to.deep.include({ controller: 'acme.shop.categories', label: 'Categories', has_more: false });
    expect(categories?.records.map(({ title }) => title)).to.deep.equal(['Übungen']);
  });

  it('returns nothing for an empty search, or if nothing matches (AD-405)', async () => {
    expect(await found('superuser', '  ')).to.deep.equal([]);
    expect(await found('superuser', 'no such thing')).to.deep.equal([]);
  });

  it('finds no records of lists that the administrator may not open (AD-406)', async () => {
    for (const who of ['reader', 'editor'] as const) {
      expectRefused(await as.get(who)!.get('/acme/shop/categories'), 403, 'forbidden');
      expect((await found(who, 'übung')).map(({ controller }) => controller)).to.deep.equal(['acme.shop.items']);
    }
  });

  it('finds no record outside the list scope, and none by a column that is hidden (AD-406)', async () => {
    expect(await titles('superuser', 'eingeweihte')).to.deep.equal(['Übung für Eingeweihte']);
    expect(await titles('editor', 'eingeweihte')).to.deep.equal([]);
    expect(await titles('superuser', 'supplier-a')).to.deep.equal(['Atlas']);
    expect(await titles('reader', 'supplier-a')).to.deep.equal([]);
  });

  it('rejects a search that a list would reject, and unknown parameters (AD-407)', async () => {
    const root = as.get('superuser')!;
    expectInvalid(await root.get(`/search?search=${'a+'.repeat(30)}b`), 'search');
    expectInvalid(await root.get(`/search?search=${'a'.repeat(201)}`), 'search');
    expectInvalid(await root.get('/search?search=a&sort=title'), 'sort');
    expectInvalid(await root.get('/search?search=a&per_page=6'), 'per_page');
  });

  it('requires a session (AD-406)', async () => {
    for (const path of ['/search?search=a', '/commands']) expect((await stack.guest.get(path)).status).to.equal(401);
  });

  it('offers the create forms that the administrator may use, and says whether records can be found (AD-408)', async () => {
    const commands = async (who: Who): Promise<unknown> => expectOk(await as.get(who)!.get('/commands')).data;
    expect(await commands('superuser')).to.deep.equal({
      create: [
        { controller: 'acme.shop.items', title: null, list: 'Items' },
        { controller: 'acme.shop.categories', title: null, list: 'Categories' },
        { controller: 'gatehouse.backend.administrators', title: 'New administrator', list: 'Administrators' },
        { controller: 'gatehouse.backend.roles', title: 'New role', list: 'Roles' },
      ],
      search: true,
    });
    expect(await commands('reader')).to.deep.equal({ create: [], search: true });
    const items = [{ controller: 'acme.shop.items', title: null, list: 'Items' }];
    expect(await commands('editor')).to.deep.equal({ create: items, search: true });
  });
});

describe('the command palette of a host that cannot search several lists (AD-409)', () => {
  it('finds screens and commands, but no records', async () => {
    const stack = await startAdminStack({ withholds: ['CAPABILITY_ADMIN_SEARCH'] });
    try {
      const root = await stack.signIn('superuser');
      expect(expectOk(await root.get('/commands')).data).to.deep.include({ search: false });
      expect((await root.get('/search?search=a')).status).to.equal(404);
    } finally {
      await stack.stop();
    }
  });
});
