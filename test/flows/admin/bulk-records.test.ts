import { Refused } from '@gatehouse/host/admin';
import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack, type Who, usuallyOn } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';

const ITEMS = '/acme/shop/items';
const ROWS = 250;

interface Bulk {
  readonly done: number;
  readonly unchanged: readonly {
    readonly id: string;
    readonly label: string;
    readonly reason: string;
    readonly message: string;
  }[];
  readonly last: string;
  readonly has_more: boolean;
  readonly message: string;
}

usuallyOn('postgres', 'acts on many records, and exports (AD-270 to AD-279)', (database) => {
  let stack: AdminStack;
  const as = new Map<Who, ApiClient>();
  const client = (who: Who): ApiClient => as.get(who)!;
  before(async () => {
    stack = await startAdminStack({ shared: true, database, errorsExpected: true });
    for (const who of ['reader', 'editor', 'superuser'] as const) as.set(who, await stack.signIn(who));
    for (let n = 0; n < ROWS; n += 50) {
      const rows = Array.from({ length: 50 }, (_, index) => `('Bulk-${String(n + index).padStart(3, '0')}', 5)`);
      await stack.sql(`insert into shop_items (title, quantity) values ${rows.join(',')}`);
    }
  });
  after(() => stack.stop());

  const act = async (who: Who, name: string, body: unknown, query = ''): Promise<ApiAnswer> =>
    client(who).post(`${ITEMS}/bulk/${name}${query}`, body);
  const quantities = (where: string) => stack.sql(`select id, quantity from shop_items where ${where} order by id`);
  const idsOf = async (where: string) =>
    (await stack.sql(`select id from shop_items where ${where} order by id`)).map(({ id }) => String(id));

  /** Each run halves a quantity, in the transaction of the record. */
  function discounts(before: (id: string) => void = () => undefined): string[] {
    const ran: string[] = [];
    stack.decisions.action = async (_name, { recordId = '', values }, { trx }) => {
      expect(values).to.deep.equal({});
      await trx.updateTable('shop_items').set({ quantity: 1 }).where('id', '=', Number(recordId)).execute();
      before(recordId);
      ran.push(recordId);
      return { message: `Item ${recordId} is cheaper.` };
    };
    return ran;
  }

  it('runs on the chosen records, once each with its id, and returns the last message (AD-270)', async () => {
    const ran = discounts();
    const ids = (await idsOf("title like 'Bulk-00%'")).slice(0, 3);
    const { data } = expectOk(await act('editor', 'discount', { ids }));
    expect(data).to.deep.equal({
      ...{ done: 3, unchanged: [], last: ids[2], has_more: false },
      message: `Item ${ids[2]} is cheaper.`,
    });
    expect(ran).to.deep.equal(ids);
  });

  it('a record that is refused, fails or is missing leaves the others alone and changes nothing itself (AD-271)', async () => {
    const ids = await idsOf("title like 'Bulk-01%'");
    const [refused = '', failing = ''] = ids;
    discounts((id) => {
      if (id === refused) throw new Refused('Not for sale.');
      if (id === failing) throw new Error('a bug with a secret');
    });
    // 7 is hidden from an editor, and 999999 does not exist.
    const answer = expectOk(await act('editor', 'discount', { ids: [...ids, '7', '999999', 'x'] }));
    const { done, unchanged } = answer.data as Bulk;
    expect(done).to.equal(8);
    expect(unchanged).to.deep.equal([
      { id: refused, label: 'Bulk-010', reason: 'refused', message: 'Not for sale.' },
      { id: failing, label: 'Bulk-011', reason: 'failed', message: '' },
      ...['7', '999999', 'x'].map((id) => ({ id, label: '', reason: 'missing', message: '' })),
    ]);
    expect(answer.body).to.not.contain('secret');
    const kept = (await quantities("title like 'Bulk-01%'")).filter(({ quantity }) => Number(quantity) === 5);
    expect(kept.map(({ id }) => String(id))).to.deep.equal([refused, failing]);
    expect(await quantities('id = 7')).to.not.deep.include({ quantity: 1 });
  });

  it('runs on all that match, batch by batch, although each run changes what matches (AD-272)', async () => {
    const ran = discounts();
    const query = '?search=bulk&filter[stock][min]=5';
    const expected = await idsOf("title like 'Bulk%' and quantity = 5");
    const seen: Bulk[] = [];
    for (let after = '', more = true; more;) {
      const { data } = expectOk(await act('editor', 'discount', { all: true, after }, query));
      seen.push(data as Bulk);
      ({ last: after, has_more: more } = data as Bulk);
    }
    expect(ran).to.deep.equal(expected);
    expect(seen.reduce((sum, { done }) => sum + done, 0)).to.equal(expected.length);
    expect(seen.every(({ done }) => done <= 200)).to.equal(true);
    expect(expectOk(await act('editor', 'discount', { all: true }, query)).data).to.deep.include({ done: 0, last: '' });
  });

  it('takes a record that another administrator changes or deletes meanwhile as it is then (AD-272)', async () => {
    const ids = await idsOf("title like 'Bulk-02%'");
    const [first = '', second = '', third = ''] = ids;
    const ran: string[] = [];
    let changed = false;
    stack.decisions.action = async (_name, { recordId = '' }, { trx }) => {
      ran.push(recordId);
      if (!changed) {
        changed = true;
        await trx.updateTable('shop_items').set({ title: 'Renamed' }).where('id', '=', Number(second)).execute();
        await trx.deleteFrom('shop_items').where('id', '=', Number(third)).execute();
      }
      return {};
    };
    const { data } = expectOk(await act('editor', 'discount', { all: true }, '?search=Bulk-02'));
    expect(ran).to.deep.equal([first, ...ids.slice(3)]);
    expect(data).to.deep.include({ done: 8, unchanged: [], has_more: false });
  });

  it('deletes all that match, and lists what a hook keeps (AD-272)', async () => {
    await stack.sql("update shop_items set title = 'Bulk-03x' where id = 6");
    const matching = await idsOf("title like 'Bulk-03%'");
    const { data } = expectOk(await act('editor', 'delete', { all: true }, '?search=Bulk-03'));
    expect(data).to.deep.include({ done: matching.length - 1, last: matching.at(-1), has_more: false });
    expect((data as Bulk).unchanged).to.deep.equal([
      { id: '6', label: 'Bulk-03x', reason: 'refused', message: 'This one stays.' },
    ]);
    expect(await idsOf("title like 'Bulk-03%'")).to.deep.equal(['6']);
  });

  /** The operations that each role may do; a guest gets 401 for all of it. */
  const OPERATIONS: readonly (readonly [string, Readonly<Record<Who, number>>, (who: Who) => Promise<ApiAnswer>])[] = [
    ['an action', { reader: 200, editor: 200, superuser: 200 }, (who) => act(who, 'discount', { ids: ['1'] })],
    [
      'an action with a permission',
      { reader: 403, editor: 403, superuser: 200 },
      (who) => act(who, 'revalue', { ids: ['1'] }),
    ],
    [
      'deletion of chosen ones',
      { reader: 403, editor: 200, superuser: 200 },
      (who) => act(who, 'delete', { ids: ['999999'] }),
    ],
    [
      'deletion of all',
      { reader: 403, editor: 200, superuser: 200 },
      (who) => act(who, 'delete', { all: true }, '?search=none'),
    ],
    ['export', { reader: 200, editor: 200, superuser: 200 }, (who) => client(who).get(`${ITEMS}/export/records`)],
    [
      'a search for a hidden column',
      { reader: 422, editor: 422, superuser: 422 },
      (who) => client(who).get(`${ITEMS}/export/records?filter[secret]=x`),
    ],
    ['no button', { reader: 404, editor: 404, superuser: 404 }, (who) => act(who, 'restock', { ids: ['1'] })],
    ['no action', { reader: 404, editor: 404, superuser: 404 }, (who) => act(who, '__proto__', { ids: ['1'] })],
  ];
  it('follows the permissions of each role (AD-273)', async () => {
    discounts();
    for (const [what, statuses, ask] of OPERATIONS) {
      for (const who of ['reader', 'editor', 'superuser'] as const) {
        expect((await ask(who)).status, `${what} by a ${who}`).to.equal(statuses[who]);
      }
    }
    expectRefused(await stack.guest.post(`${ITEMS}/bulk/discount`, { ids: ['1'] }), 401, 'unauthenticated');
    expectRefused(await stack.guest.get(`${ITEMS}/export/records`), 401, 'unauthenticated');
    expectRefused(await client('editor').post(`${ITEMS}/toolbar/discount`, {}), 404, 'not_found');
  });

  it('offers in the schema what the administrator may do (AD-273)', async () => {
    const named = (actions: unknown) => (actions as { readonly action: string }[]).map(({ action }) => action);
    for (const [who, bulk, row] of [
      ['reader', ['discount'], ['discount']],
      ['editor', ['discount'], ['discount', 'delete']],
      ['superuser', ['discount', 'revalue'], ['discount', 'delete']],
    ] as const) {
      const { data } = expectOk(await client(who).get(`${ITEMS}/schema/list`));
      expect(named(data.bulkActions), who).to.deep.equal(bulk);
      expect(named(data.rowActions), who).to.deep.equal(row);
      expect(named(data.toolbarActions), who).to.not.include('discount');
      expect(data).to.deep.include({ bulk: true, export: true });
    }
  });

  it('exports exactly the records and columns that the administrator may see, in batches by key (AD-274)', async () => {
    for (const who of ['reader', 'superuser'] as const) {
      const ids: string[] = [];
      let batches = 0;
      for (let after = '', more = true; more; batches += 1) {
        const answer = expectOk(await client(who).get(`${ITEMS}/export/records?after=${after}`));
        const rows = answer.data as readonly { readonly id: string }[];
        expect(rows.length).to.be.within(1, 200);
        for (const row of rows) {
          expect('supplier' in row, who).to.equal(who === 'superuser');
          expect('partner' in row, who).to.equal(who === 'superuser');
        }
        ids.push(...rows.map(({ id }) => id));
        more = answer.meta['has_more'] as boolean;
        after = ids.at(-1) ?? '';
      }
      expect(batches).to.be.at.least(2);
      expect(ids).to.deep.equal(await idsOf(who === 'superuser' ? '1 = 1' : 'hidden = 0'));
    }
  });

  it('continues an export behind a record that is gone, without repeating or missing others (AD-274)', async () => {
    const first = expectOk(await client('editor').get(`${ITEMS}/export/records?search=bulk`));
    const ids = (first.data as { id: string }[]).map(({ id }) => id);
    const last = ids.at(-1) ?? '';
    await stack.sql(`delete from shop_items where id in (${ids[0]}, ${last})`);
    const expected = await idsOf(`lower(title) like '%bulk%' and id > ${last}`);
    const next = expectOk(await client('editor').get(`${ITEMS}/export/records?search=bulk&after=${last}`));
    expect((next.data as { id: string }[]).map(({ id }) => id)).to.deep.equal(expected.slice(0, 200));
  });

  it('exports long texts whole, up to the length of a cell, and says which are cut (AD-274)', async () => {
    const [id = ''] = await idsOf("title like 'Bulk-05%'");
    await stack.sql(`update shop_items set supplier = '${'long '.repeat(8000)}' where id = ${id}`);
    const { data } = expectOk(await client('superuser').get(`${ITEMS}/export/records?search=Bulk-05`));
    const row = (data as Record<string, unknown>[]).find((one) => one['id'] === id);
    expect(row?.['supplier']).to.have.lengthOf(32_767);
    expect(row?.['_truncated']).to.deep.equal(['supplier']);
  });

  it('rejects what it does not understand with 422, and changes nothing (AD-275)', async () => {
    const ran = discounts();
    for (const [body, field] of [
      [{}, 'ids'],
      [{ ids: [] }, 'ids'],
      [{ ids: ['1', '1'] }, 'ids'],
      [{ ids: Array.from({ length: 201 }, (_, n) => String(n)) }, 'ids'],
      [{ all: false }, 'all'],
      [{ all: true, ids: ['1'] }, 'all'],
      [{ after: '1' }, 'all'],
      [{ all: true, after: 1 }, 'after'],
      [{ all: true, query: 'x' }, 'query'],
    ] as const) {
      expectInvalid(await act('editor', 'discount', body), field);
    }
    for (const [query, field] of [
      ['?page=2', 'page'],
      ['?per_page=2', 'per_page'],
      ['?sort=title', 'sort'],
      ['?filter[supplier]=x', 'filter[supplier]'],
      ['?unknown=1', 'unknown'],
    ] as const) {
      expectInvalid(await act('editor', 'discount', { all: true }, query), field);
      expectInvalid(await client('editor').get(`${ITEMS}/export/records${query}`), field);
    }
    expectInvalid(await act('editor', 'discount', { ids: ['1'] }, '?search=x'), 'search');
    expectInvalid(await client('editor').get(`${ITEMS}/export/records?after=1&after=2`), 'after');
    expect(ran).to.deep.equal([]);
    // A text that cannot be a key comes before no record.
    expect(expectOk(await client('editor').get(`${ITEMS}/export/records?after=x%27%3B--`)).data).to.deep.equal([]);
  });

  it('leaves a line in the log for each batch and export, without what was searched for (AD-276)', async () => {
    discounts();
    expectOk(await act('editor', 'discount', { all: true }, '?search=confidential'));
    expectOk(await client('editor').get(`${ITEMS}/export/records?search=confidential`));
    await eventually(() => {
      expect(stack.gatehouse.log()).to.contain('an administrator acts on many records');
      expect(stack.gatehouse.log()).to.contain('an administrator completes an export');
    });
    expect(stack.gatehouse.log()).to.not.contain('confidential');
  });
});
