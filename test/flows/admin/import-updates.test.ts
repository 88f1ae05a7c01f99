import { expect } from 'chai';
import { sql, type QueryExecutorProvider } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack, type Who, usuallyOn } from '../../support/admin-stack.js';

import type { RowBody } from '../../../daemon/admin/api/answers.js';
import type { ExportedColumn } from '../../../daemon/admin/api/exported-cell.js';
import { exportedCell, exportedText } from '../../../daemon/admin/api/exported-cell.js';
import { defused } from '../../../daemon/admin/api/formula.js';
import { send as request } from '../../support/http-client.js';

const IMPORT = '/acme/shop/items/import';

interface Checked {
  readonly modes: readonly string[];
  readonly keys: readonly { readonly name: string }[];
  readonly key: string | null;
  readonly columns: readonly { readonly field: string | null }[];
  readonly outcomes: readonly (string | null)[];
  readonly counts: object;
  readonly problems: readonly { readonly row: number; readonly column: number; readonly message: string }[];
}

usuallyOn('postgres', 'updates records from files by a key (AD-510 to AD-516)', (database) => {
  let stack: AdminStack;
  const as = new Map<Who, ApiClient>();
  const hooks: string[] = [];
  let onUpdate: (id: string, context: { readonly trx: QueryExecutorProvider }) => Promise<unknown> = () =>
    Promise.resolve();
  before(async () => {
    stack = await startAdminStack({
      database,
      admin: (options) => ({
        ...options,
        controllers: options.controllers.map((controller) => ({
          ...controller,
          hooks: {
            ...controller.hooks,
            beforeCreate: async (values, context) => {
              await controller.hooks?.beforeCreate?.(values, context);
              hooks.push(`create ${String(values['title'])}`);
            },
            beforeUpdate: async (id, values, context) => {
              await controller.hooks?.beforeUpdate?.(id, values, context);
              hooks.push(`update ${Object.keys(values).sort().join(' ')}`);
              await onUpdate(id, context);
            },
          },
        })),
      }),
    });
    for (const who of ['editor', 'superuser'] as const) as.set(who, await stack.signIn(who));
  });
  after(() => stack.stop());
  beforeEach(async () => {
    await stack.sql('delete from shop_items where id >= 500');
    await stack.sql(
      "insert into shop_items (id, title, slug, quantity, supplier, hidden) values (501, 'One', 'k-1', 1, 'S', 0), (502, 'Two', 'k-2', 2, 'T', 0), (503, 'Hidden', 'k-3', 3, 'U', 1)",
    );
    hooks.length = 0;
    onUpdate = () => Promise.resolve();
  });

  const send = (who: Who, path: string, file: string): Promise<ApiAnswer> =>
    as.get(who)!.with({ 'content-type': 'text/csv; charset=utf-8' }).request('POST', path, file);
  const check = async (who: Who, file: string, query: string): Promise<Checked> =>
    expectOk(await send(who, `${IMPORT}/check?${query}`, file)).data as Checked;
  const run = (who: Who, file: string, query: string, operation: string = randomUUID()) =>
    send(who, `${IMPORT}?operation=${operation}&${query}`, file);
  const stored = async () =>
    (await stack.sql('select title, quantity, version from shop_items where id >= 500 and id < 600 order by id')).map(
      ({ title, quantity, version }) => [title, Number(quantity), Number(version)],
    );
  const UNTOUCHED = [
    ['One', 1, 1],
    ['Two', 2, 1],
    ['Hidden', 3, 1],
  ];

  it('says what each row will do, and does it: create, update with its hooks, leave as it is (AD-510, AD-511)', async () => {
    const file = 'Slug,Title,Quantity\nk-1,One,9\nk-2,Two,2\nk-new,New,4\n';
    const checked = await check('editor', file, 'mode=both');
    expect(checked).to.deep.include({ modes: ['create', 'update', 'both'], key: 'slug', problems: [] });
    expect(checked.outcomes).to.deep.equal(['updated', 'unchanged', 'created']);
    expect(checked.counts).to.deep.equal({ created: 1, updated: 1, unchanged: 1 });
    expect(await stored()).to.deep.equal(UNTOUCHED);
    const { data } = expectOk(await run('editor', file, 'mode=both'), 201);
    expect(data).to.deep.equal({
      ...{ created: 1, updated: 1, unchanged: 1 },
      ...{ problems: [], more_problems: 0, incomplete: false },
    });
    expect(hooks).to.deep.equal(['update quantity', 'create New']);
    expect((await stored()).slice(0, 2)).to.deep.equal([
      ['One', 9, 2],
      ['Two', 2, 1],
    ]);
    await stack.sql("delete from shop_items where slug = 'k-new'");
  });

  it('leaves fields with blank cells as they are, and matches by the id too (AD-511)', async () => {
    const file = 'ID,Title,Quantity\n501,Uno,\n502,,7\n';
    expect(await check('editor', file, 'mode=update&key=id')).to.deep.include({ key: 'id', problems: [] });
    expect(expectOk(await run('editor', file, 'mode=update&key=id')).data).to.deep.include({ created: 0, updated: 2 });
    expect((await stored()).slice(0, 2)).to.deep.equal([
      ['Uno', 1, 2],
      ['Two', 7, 2],
    ]);
  });

  it('names every row without a record, with a repeated key and without a key, and writes nothing (AD-512)', async () => {
    await stack.sql("update shop_items set supplier = 'S' where id = 502");
    const file = 'Slug,Title\nk-1,A\nnothing,B\nk-1,C\n,D\n';
    const problems = async (query: string, of = file) =>
      (await check('superuser', of, query)).problems.map(({ row, column }) => [row, column]);
    expect(await problems('mode=update')).to.deep.equal([
      [3, 0],
      [4, 0],
      [5, 0],
    ]);
    // A new record may lack a key that the form does not need.
    expect(await problems('mode=both')).to.deep.equal([[4, 0]]);
    expect(await problems('mode=update&key=supplier', 'Supplier,Title\nS,A\n')).to.deep.equal([[2, 0]]);
    expect(await problems('mode=both&key=id', 'id,Title\n999999,A\n')).to.deep.equal([[2, 0]]);
    expect(await problems('mode=update', 'Title\nA\n')).to.deep.equal([[null, null]]);
    expect(expectOk(await run('superuser', file, 'mode=update')).data).to.deep.include({ updated: 0, created: 0 });
    expect(await stored()).to.deep.equal(UNTOUCHED);
  });

  it('finds a key in both spellings of a letter with a mark, and knows it again in the file (AD-452, AD-512)', async () => {
    const [composed, apart] = ['caf\u00e9-1', 'cafe\u0301-1'];
    for (const [stored_, given] of [
      [composed, apart],
      [apart, composed],
    ]) {
      await stack.sql(`update shop_items set slug = '${stored_}' where id = 501`);
      expect((await check('editor', `Slug,Quantity\n${given},7\n`, 'mode=both')).outcomes).to.deep.equal(['updated']);
      const twice = await check('editor', `Slug,Quantity\n${given},7\n${stored_},8\n`, 'mode=both');
      expect(twice.problems.map(({ row, column }) => [row, column])).to.deep.equal([[3, 0]]);
    }
    // The two keys look the same.
    await stack.sql(`update shop_items set slug = '${composed}' where id = 502`);
    expect((await check('editor', `Slug,Quantity\n${apart},7\n`, 'mode=both')).problems).to.have.length(1);
  });

  it('asks for long keys in several messages (AD-515)', async () => {
    const long = (n: number) => `${n}${'\u00e9'.repeat(30_000)}`;
    const file = `Supplier,Title\n${Array.from({ length: 30 }, (_, n) => `${long(n)},x\n`).join('')}`;
    await stack.sql(`update shop_items set supplier = '${long(29)}' where id = 501`);
    const { outcomes, counts } = await check('superuser', file, 'mode=both&key=supplier');
    expect(counts).to.deep.equal({ created: 29, updated: 1, unchanged: 0 });
    expect(outcomes.length).to.equal(5);
  });

  it('writes nothing for an unchanged export, and only the changes of another one (AD-540)', async () => {
    // More than a cell of the list shows, with commas in their names.
    const tagIds = Array.from({ length: 14 }, (_, n) => 700 + n);
    await stack.sql(`insert into shop_tags (id, name) values ${tagIds.map((id) => `(${id}, 'more, ${id}')`).join()}`);
    await stack.sql(`insert into shop_item_tag (item_id, tag_id) values ${tagIds.map((id) => `(501, ${id})`).join()}`);
    const superuser = as.get('superuser')!;
    const before = { title: "=1;'=2\n@x", supplier: 'x'.repeat(40_000), published_at: '2026-11-01T09:30:00.750Z' };
    expectOk(await superuser.put('/acme/shop/items/501', { ...before, _version: '1' }));
    const exported = async () => {
      const columns = expectOk(await superuser.get('/acme/shop/items/schema/list')).data['columns'] as ExportedColumn[];
      const shown = columns.filter(({ name }) => name !== 'note_count');
      const rows = expectOk(await superuser.get('/acme/shop/items/export/records')).data as unknown as RowBody[];
      const words = { on: 'Yes', off: 'No' };
      return {
        headings: ['id', ...shown.map((one) => (one as unknown as { label: string }).label)],
        rows: rows
          .filter(({ id }) => Number(id) >= 501 && Number(id) <= 502)
          .map((row) => [
            row.id,
            ...shown.map((one) => exportedText(exportedCell(one, row, 'America/Los_Angeles'), words)),
          ]),
      };
    };
    const fileOf = ({ headings, rows }: Awaited<ReturnType<typeof exported>>) =>
      [headings, ...rows]
        .map((row) => row.map((cell) => `"${defused(cell).replaceAll('"', '""')}"`).join(','))
        .join('\r\n');
    const query = 'mode=update&key=id&timezone=America/Los_Angeles';
    const first = await exported();
    const tags = first.headings.indexOf('Tags');
    const checked = await check('superuser', fileOf(first), query);
    expect(checked).to.deep.include({ outcomes: ['unchanged', 'unchanged'], problems: [] });
    expect(expectOk(await run('superuser', fileOf(first), query)).data).to.deep.include({ updated: 0, unchanged: 2 });

    const row = first.rows[0]!;
    row[first.headings.indexOf('Quantity')] = '77';
    expect(expectOk(await run('superuser', fileOf(first), query)).data).to.deep.include({ updated: 1, unchanged: 1 });
    const after_ = expectOk(await superuser.get('/acme/shop/items/501')).data;
    expect(after_).to.deep.include({ ...before, quantity: 77 });
    expect(after_['tags']).to.have.members(tagIds.map(String));

    row[first.headings.indexOf('Supplier')] = 'y';
    row[tags] = 'new';
    const { problems } = await check('superuser', fileOf(first), query);
    expect(problems.map(({ row: at, column }) => [at, column])).to.deep.equal([
      [2, first.headings.indexOf('Supplier')],
    ]);
    expect(problems[0]?.message).to.contain('only a part');
    await stack.sql('delete from shop_item_tag where item_id = 501');
    await stack.sql('delete from shop_tags where id >= 700');
  });

  it('does not find records that the form hides (AD-513)', async () => {
    const file = 'Slug,Title\nk-3,Found\n';
    expect((await check('editor', file, 'mode=update')).problems.map(({ row }) => row)).to.deep.equal([2]);
    expect((await check('editor', 'id,Title\n503,x\n', 'mode=update&key=id')).problems.length).to.equal(1);
    expect((await check('superuser', file, 'mode=update')).counts).to.deep.include({ updated: 1 });
    expect(await stored()).to.deep.equal(UNTOUCHED);
  });

  it('matches by no field that the administrator may not see, and knows no other mode (AD-513, AD-395)', async () => {
    const file = 'Supplier,Title\nS,A\n';
    expect((await check('editor', file, '')).keys.map(({ name }) => name)).to.deep.equal(['slug', 'id']);
    expect((await check('superuser', file, '')).keys.map(({ name }) => name)).to.deep.equal(['slug', 'id', 'supplier']);
    expectInvalid(await run('editor', file, 'mode=update&key=supplier'), 'key');
    expectInvalid(await run('editor', file, 'mode=create&key=slug'), 'key');
    expectInvalid(await run('editor', file, 'mode=delete'), 'mode');
  });

  it('refuses a record that has changed after the file was compared, and rolls all back (AD-514)', async () => {
    const file = 'id,Quantity\n501,5\n502,6\n';
    // As another administrator would, between the comparison and the second record.
    onUpdate = async (id, { trx }) => {
      if (id === '501') await sql`update shop_items set version = version + 1 where id = 502`.execute(trx);
    };
    const { data } = expectOk(await run('editor', file, 'mode=update&key=id'));
    expect(data).to.deep.include({ created: 0, updated: 0, unchanged: 0, incomplete: false });
    const [problem] = (data as unknown as Checked).problems;
    expect(problem).to.deep.include({ row: 3, column: null });
    expect(problem?.message).to.contain('has changed this record');
    expect(await stored()).to.deep.equal(UNTOUCHED);
  });

  it('writes once, however often the same request comes (AD-391)', async () => {
    const operation = randomUUID();
    const file = 'Slug,Title,Quantity\nk-1,One,8\nk-9,Nine,9\n';
    expectOk(await run('editor', file, 'mode=both', operation), 201);
    const again = expectOk(await run('editor', file, 'mode=both', operation));
    expect(again.data).to.deep.include({ created: 0, updated: 0, unchanged: 2 });
    await stack.sql('update shop_items set quantity = 1, version = version + 1 where id = 501');
    expectOk(await run('editor', file, 'mode=both', operation));
    expect((await stored())[0]).to.deep.equal(['One', 1, 3]);
    await stack.sql("delete from shop_items where slug = 'k-9'");
  });

  it('writes once, also if only the new records of the request are left to write (AD-391)', async () => {
    const operation = randomUUID();
    const file = 'id,Slug,Title,Quantity\n501,k-1,Once,8\n,k-10,Ten,10\n';
    expectOk(await run('editor', file, 'mode=both&key=id', operation), 201);
    expectOk(await run('editor', file, 'mode=both&key=id', operation), 201);
    expect(await stack.sql("select title from shop_items where slug = 'k-10'")).to.have.length(1);
    await stack.sql("delete from shop_items where slug = 'k-10'");
  });

  it('asks the host once for each 200 keys (AD-515)', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, n) => `key-${n},x`).join('\n');
    const calls = async (count: number): Promise<number> => {
      const before = await hostCalls();
      await check('editor', `Slug,Title\n${rows(count)}\n`, 'mode=both');
      return (await hostCalls()) - before;
    };
    const [one, most, more] = [await calls(1), await calls(200), await calls(201)];
    expect([most, more]).to.deep.equal([one, one + 1]);
  });

  async function hostCalls(): Promise<number> {
    const { body } = await request(`${stack.gatehouse.metricsOrigin}/metrics`);
    const counts = [...body.matchAll(/^gatehouse_host_\w*_count\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count));
    return counts.reduce((sum, count) => sum + count, 0);
  }
});

describe('imports into a host that cannot update with them (AD-516)', () => {
  let stack: AdminStack;
  before(async () => (stack = await startAdminStack({ withholds: ['CAPABILITY_ADMIN_IMPORT_UPDATE'] })));
  after(() => stack.stop());

  it('only create records', async () => {
    const editor = (await stack.signIn('editor')).with({ 'content-type': 'text/csv' });
    const file = 'Slug,Title\nk-1,One\n';
    const { data } = expectOk(await editor.request('POST', `${IMPORT}/check`, file));
    expect(data).to.deep.include({ mode: 'create', modes: ['create'], keys: [], key: null });
    expectRefused(await editor.request('POST', `${IMPORT}/check?mode=update`, file), 403, 'forbidden');
  });
});
