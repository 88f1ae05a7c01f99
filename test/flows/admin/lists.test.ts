import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { onBothEngines, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';

onBothEngines('lists of the admin API (AD-60 to AD-68)', (database) => {
  let stack: AdminStack;
  let editor: ApiClient;
  let root: ApiClient;
  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    [editor, root] = [await stack.signIn('editor'), await stack.signIn('superuser')];
  });
  after(() => stack.stop());

  const list = (query: string, client = editor): Promise<ApiAnswer> => client.get(`${ITEMS}?${query}`);
  /** First letters of the titles, in order. */
  async function titles(query: string, client = editor): Promise<string> {
    const { data } = expectOk(await list(`per_page=100&${query}`, client));
    return (data as { title: string }[]).map(({ title }) => title[0]).join('');
  }

  it("pages: the schema's page size, per_page, total, the last page, a page beyond (AD-61)", async () => {
    const first = expectOk(await list(''));
    expect(first.data).to.have.length(5);
    expect(first.meta).to.deep.equal({ page: 1, per_page: 5, total: 6, last_page: 2, has_more: true, sort: 'title' });
    const second = await list('page=2');
    expect(second.data).to.have.length(1);
    expect(second.meta).to.include({ page: 2, total: 6, last_page: 2, has_more: false });
    const beyond = await list('page=9');
    expect(beyond.data).to.deep.equal([]);
    expect(beyond.meta).to.include({ page: 9, total: 6, last_page: 2, has_more: false });
    expect((await list('per_page=2&page=3')).meta).to.include({ per_page: 2, last_page: 3, has_more: false });
    const none = await list('search=nothing-has-this');
    expect(none.meta).to.include({ total: 0, last_page: 1, has_more: false });
  });

  it('does not count without page numbers: total and last_page are null (AD-60)', async () => {
    const { meta } = expectOk(await root.get('/acme/shop/categories'));
    expect(meta).to.include({ total: null, last_page: null, has_more: false });
  });

  it('values: RFC 3339 in UTC, days, decimals and ids as text, null (AD-48)', async () => {
    const [atlas, , , drums] = (await list('')).data as Record<string, unknown>[];
    expect(atlas).to.deep.equal({
      title: 'Atlas',
      quantity: 3,
      price: '10.25',
      active: true,
      released_on: '2026-01-01',
      published_at: '2026-01-01T10:00:00.000Z',
      category: 'Books',
      tags: ['new', 'rare'],
      note_count: 2,
      id: '1',
      _version: '1',
    });
    expect(drums).to.include({ price: null, category: 'Music' });
  });

  it('a related record out of its list scope has no label', async () => {
    const etudes = ((await list('search=etudes')).data as Record<string, unknown>[])[0];
    expect(etudes).to.include({ title: 'Etudes', category: null });
  });

  const SORTS: readonly (readonly [string, string])[] = [
    ['', 'ABCDEF'],
    ['sort=-title', 'FEDCBA'],
    ['sort=quantity', 'BDAFCE'],
    ['sort=-quantity', 'ECFADB'],
    ['sort=active,-title', 'BFEDCA'],
    ['sort=price&filter[stock][min]=3', 'EFAC'],
  ];
  for (const [query, expected] of SORTS) {
    it(`sort: ?${query} gives ${expected} (AD-65)`, async () => expect(await titles(query)).to.equal(expected));
  }

  it('sorts by the label of a belongsTo relation, with ties by primary key (AD-60)', async () => {
    const order = await titles('sort=-category');
    expect([...order].filter((letter) => 'ABCD'.includes(letter)).join('')).to.equal('BDAC');
  });

  const SEARCHES: readonly (readonly [string, string])[] = [
    ['search=atlas', 'A'],
    ['search=ATL', 'A'],
    ['search=%20atlas%20', 'A'],
    ['search=a%20b', 'BF'],
    ['search=a+s', 'ABF'],
    ['search=%25', ''],
    ['search=_', ''],
    ['search=%5C', ''],
    ["search='", ''],
  ];
  for (const [query, expected] of SEARCHES) {
    it(`search: ?${query} gives "${expected}" (AD-64)`, async () => expect(await titles(query)).to.equal(expected));
  }

  const FILTERS: readonly (readonly [string, string])[] = [
    ['filter[active]=1', 'ACDEF'],
    ['filter[active]=0', 'B'],
    ['filter[active]=', 'ABCDEF'],
    ['filter[cheap]=1', 'BD'],
    ['filter[cheap]=0', 'ABCDEF'],
    ['filter[status]=sold', 'BD'],
    ['filter[category_id]=1', 'AC'],
    ['filter[category_id][]=1&filter[category_id][]=2', 'ABCD'],
    ['filter[category_id]=999', ''],
    ["filter[category_id]=1'or'1", ''],
    ['filter[quantity]=7', 'C'],
    ['filter[stock][min]=4', 'CEF'],
    ['filter[stock][max]=3', 'ABD'],
    ['filter[stock][min]=3&filter[stock][max]=7', 'ACF'],
    ['filter[released_on]=2026-01-02', 'B'],
    ['filter[published_at][after]=2026-01-02', 'BD'],
    ['filter[published_at][before]=2026-01-02', 'AB'],
    ['filter[published_at][after]=2026-01-01&filter[published_at][before]=2026-01-01', 'A'],
    ['filter[title]=ET', 'E'],
    ['filter[title]=%25', ''],
    ['filter[active]=1&filter[status]=sold', 'D'],
    ['filter[active]=1&search=a', 'AF'],
  ];
  for (const [query, expected] of FILTERS) {
    it(`filter: ?${query} gives "${expected}" (AD-66)`, async () => expect(await titles(query)).to.equal(expected));
  }

  const REFUSED: readonly (readonly [string, string])[] = [
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=99999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=201', 'per_page'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=%00', 'search'],
    ['sort=title,title', 'sort'],
    ['filter[active]=2', 'filter[active]'],
    ['filter[status]=none', 'filter[status]'],
    ['filter[quantity]=x', 'filter[quantity]'],
    ['filter[quantity]=1.5', 'filter[quantity]'],
    ['filter[stock][min]=x', 'filter[stock]'],
    ['filter[stock][after]=2026-01-01', 'filter[stock]'],
    ['filter[released_on]=2026-02-30', 'filter[released_on]'],
    ['filter[published_at][after]=soon', 'filter[published_at]'],
    ['filter[title]=%00', 'filter[title]'],
    ['filter=1', 'filter'],
    ['filter[title][x]=1', 'filter[title][x]'],
  ];
  for (const [query, field] of REFUSED) {
    it(`?${query.slice(0, 60)}: returns 422 on ${field} (AD-68)`, async () => expectInvalid(await list(query), field));
  }

  for (const [path, parameter] of [
    [`${ITEMS}?perPage=2`, 'perPage'],
    [`${ITEMS}?ids[]=1`, 'ids[]'],
    [`${ITEMS}/1/relations/tags?ids[]=1`, 'ids[]'],
    [`${ITEMS}/1/relations/tags/candidates?_=1`, '_'],
    [`${ITEMS}/fields/category/options?sort=name`, 'sort'],
  ] as const) {
    it(`returns 422 on the name of an unknown parameter: ${path} (docs/admin/api.md, Queries)`, async () =>
      expectInvalid(await editor.get(path), parameter));
  }

  it('returns 400 for more than 1,000 parameters', async () => {
    expectOk(await list('&'.repeat(2000)));
    expectRefused(await list('a&'.repeat(1001)), 400, 'bad_request');
  });

  it('returns 400 for a query that is not validly encoded', async () => {
    for (const query of ['search=%', 'search=%ff', 'sort=%c3%28']) expectRefused(await list(query), 400, 'bad_request');
  });

  describe('rejects undeclared and forbidden names with the same message (AD-63)', () => {
    const HIDDEN: readonly (readonly [string, string, string])[] = [
      ['sort', 'sort=supplier', 'sort=none'],
      ['sort by a hidden relation', 'sort=partner', 'sort=none'],
      ['sort by a column that is not in the list', 'sort=secret', 'sort=none'],
      ['sort by the column of a relation', 'sort=partner.internal_note', 'sort=none'],
      ['sort by a model column that no column shows', 'sort=owner', 'sort=none'],
      ['sort by a to-many relation', 'sort=tags', 'sort=none'],
      ['sort by __proto__', 'sort=__proto__', 'sort=none'],
      ['filter', 'filter[supplier]=Supplier-A', 'filter[none]=x'],
      ['filter by a model', 'filter[partner_id]=1', 'filter[none]=1'],
      ['filter by a value that does not fit', 'filter[partner_id]=x', 'filter[none]=x'],
      ['filter by a column without a filter', 'filter[secret]=x', 'filter[none]=x'],
      ['filter by __proto__', 'filter[__proto__]=x', 'filter[none]=x'],
      ['filter by a scope that is not a filter', 'filter[visible]=x', 'filter[none]=x'],
    ];
    for (const [what, hidden, none] of HIDDEN) {
      it(what, async () => {
        const [one, other] = [await list(hidden), await list(none)];
        expectRefused(one, 422, 'validation_failed');
        expect(Object.values(one.fields)).to.deep.equal(Object.values(other.fields));
        expect(one.status).to.equal(other.status);
      });
    }

    it('administrators who may see them may use them', async () => {
      expect(await titles('filter[supplier]=supplier-b', root)).to.equal('B');
      expect(await titles('filter[partner_id]=2', root)).to.equal('A');
      expect(await titles('search=note-of-books', root)).to.equal('B');
      expectOk(await list('sort=supplier', root));
    });

    it('search does not read hidden columns of records and of related records', async () => {
      for (const term of ['Supplier-A', 'note-of-music', 'kept-secret', 'nobody']) {
        expect(await titles(`search=${term}`), term).to.equal('');
      }
      const { data } = await editor.get(`${ITEMS}/1/relations/tags?search=centre-1`);
      expect(data).to.deep.equal([]);
      expect((await root.get(`${ITEMS}/1/relations/tags?search=centre-1`)).data).to.have.length(1);
      expectRefused(await editor.get(`${ITEMS}/1/relations/tags?sort=cost_centre`), 422, 'validation_failed');
      expectRefused(
        await editor.get(`${ITEMS}/2/relations/tags/candidates?sort=cost_centre`),
        422,
        'validation_failed',
      );
    });

    it('no search, filter or count finds a record out of scope (AD-67)', async () => {
      expect(await titles('search=ghost')).to.equal('');
      expect(await titles('filter[quantity]=9')).to.equal('');
      expect((await list('filter[quantity]=9')).meta).to.include({ total: 0 });
      expect(await titles('search=ghost', root)).to.equal('G');
    });
  });

  describe('options and candidates (AD-70)', () => {
    const options = async (query: string, client = editor): Promise<unknown> =>
      expectOk(await client.get(`${ITEMS}/fields/category/options?${query}`)).data;

    it('search, pages, ids: only within the list scope and the scope of the field (AD-70)', async () => {
      const [books, music] = [
        { value: '1', label: 'Books' },
        { value: '2', label: 'Music' },
      ];
      expect(await options('')).to.deep.equal([books, music]);
      expect(await options('search=MUS')).to.deep.equal([music]);
      expect(await options('search=note-of')).to.deep.equal([]);
      expect(await options('per_page=1&page=2')).to.deep.equal([music]);
      expect(await options('ids[]=2&ids[]=3&ids[]=999')).to.deep.equal([music]);
      expect(await options('ids[]=3', root)).to.deep.equal([]);
    });

    it('per_page defaults to 50 and is at most 100; more returns 422 (AD-70)', async () => {
      const path = `${ITEMS}/fields/category/options`;
      expect((await editor.get(path)).meta).to.include({ page: 1, per_page: 50, has_more: false });
      expectOk(await editor.get(`${path}?per_page=100`));
      expectInvalid(await editor.get(`${path}?per_page=101`), 'per_page');
    });

    it('returns 404 alike for a field without options, a hidden field and a missing one', async () => {
      for (const path of [
        'fields/title',
        'fields/partner',
        'fields/none',
        'fields/__proto__',
        'fields/constructor',
        'filters/title',
        'filters/partner_id',
        'filters/none',
      ]) {
        expectRefused(await editor.get(`${ITEMS}/${path}/options`), 404, 'not_found');
      }
    });

    it('candidates are records of the list scope that are not linked; ids resolve selected ones (AD-72)', async () => {
      const names = async (query: string): Promise<unknown> =>
        ((await editor.get(`${ITEMS}/2/relations/tags/candidates${query}`)).data as { name: string }[]).map(
          ({ name }) => name,
        );
      expect(await names('')).to.deep.equal(['new']);
      expect(await names('?ids[]=2&ids[]=3')).to.deep.equal(['rare']);
      expect(await names('?search=rare')).to.deep.equal([]);
    });
  });
});
