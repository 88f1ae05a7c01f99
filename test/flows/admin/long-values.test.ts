import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { VAULT_PLUGIN, VAULT_ROOT, vaultControllers, vaultTables } from '../../support/admin/vault.js';
import { startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';

const THINGS = '/acme/vault/things';
const ITEMS = '/acme/shop/items';
const LONG = 1_500_000;

type Row = Readonly<Record<string, unknown>>;

function record(answer: ApiAnswer): Row {
  return expectOk(answer).data as Row;
}

function records(answer: ApiAnswer): readonly Row[] {
  return expectOk(answer).data as readonly Row[];
}

usuallyOn('sqlite', 'records with long values (docs/admin/api.md, Envelopes: _truncated)', (database) => {
  let stack: AdminStack;
  let root: ApiClient;

  before(async () => {
    stack = await startAdminStack({
      shared: true,
      database,
      config: { 'backend.root': VAULT_ROOT },
      admin: (options) => ({ ...options, controllers: vaultControllers(), plugins: [VAULT_PLUGIN] }),
    });
    root = await stack.signIn('superuser');
    for (const statement of vaultTables(database)) await stack.sql(statement);
  });
  after(() => stack.stop());
  afterEach(() => stack.sql('delete from things'));

  async function create(values: Row): Promise<string> {
    const { id } = expectOk(await root.post(THINGS, { name: 'made', ...values }), 201).data as { readonly id: string };
    return id;
  }

  /** As the application itself may store it. */
  const store = (id: string, column: string, length: number) =>
    stack.sql(`update things set ${column} = '${'y'.repeat(length)}' where id = ${id}`);

  it('lists what was accepted, with the beginning of each long value, and opens and deletes it (AD-52)', async () => {
    const texts = ['a', 'é', '\u{1f989}'].map((character) => character.repeat(LONG / 4));
    const ids: string[] = [];
    for (const must of texts) {
      ids.push(
        await create({ must: must + must.slice(0, 1000), details: Array.from({ length: 50_000 }, () => 'abc') }),
      );
    }
    for (const query of ['', '?per_page=200', '?sort=-must']) {
      const rows = records(await root.get(THINGS + query));
      expect(rows).to.have.length(texts.length);
      for (const row of rows) {
        expect(row['_truncated']).to.deep.equal(['must', 'details']);
        const text = row['must'] as string;
        const whole = texts.find((one) => one.startsWith(text)) ?? '';
        expect(text).to.equal([...whole].slice(0, [...text].length).join(''));
        expect([...text].length).to.equal(query === '?per_page=200' ? 873 : 2000);
        expect(row['details'])
          .to.be.a('string')
          .and.match(/^\["abc",/);
        expect(row).not.to.have.property('_invalid');
      }
    }
    for (const [index, id] of ids.entries()) {
      const form = record(await root.get(`${THINGS}/${id}`));
      expect(form['must']).to.have.length((texts[index] ?? '').length + 1000);
      expect(form['details']).to.have.length(50_000);
      expect(form).not.to.have.property('_truncated');
    }
    expectOk(await root.delete(`${THINGS}/${ids[0] ?? ''}`));
    expectOk(await root.post(`${THINGS}/bulk-delete`, { ids: ids.slice(1) }));
  });

  it('returns a value of exactly the limit whole (AD-52)', async () => {
    await create({ must: '\u{1f989}'.repeat(2000) });
    const [row] = records(await root.get(THINGS));
    expect(row?.['must']).to.equal('\u{1f989}'.repeat(2000));
    expect(row).not.to.have.property('_truncated');
  });

  it('sorts by whole values (AD-52)', async () => {
    const ids = [];
    for (const last of ['b', 'c', 'a']) ids.push(await create({ must: 'x'.repeat(5000) + last }));
    const sorted = records(await root.get(`${THINGS}?sort=must`)).map(({ id }) => id);
    expect(sorted).to.deep.equal([ids[2], ids[0], ids[1]]);
  });

  it('refuses a write that makes the record too long for its own form, on the field (AD-53)', async () => {
    const id = await create({ must: 'x'.repeat(LONG) });
    const refused = await root.put(`${THINGS}/${id}`, { details: JSON.stringify('z'.repeat(LONG)) });
    expectRefused(refused, 422, 'validation_failed');
    expect(Object.keys(refused.fields)).to.deep.equal(['details']);
    const form = record(await root.get(`${THINGS}/${id}`));
    expect(form).to.include({ must: 'x'.repeat(LONG), details: null });
    expect(record(await root.put(`${THINGS}/${id}`, { must: 'short' }))).to.include({ must: 'short' });
    expectOk(await root.put(`${THINGS}/${id}`, { details: JSON.stringify('z'.repeat(LONG)) }));
  });

  it('lists, opens, repairs and deletes a record that the application made too long (AD-53)', async () => {
    const id = await create({});
    await store(id, 'must', 4_000_000);
    expect(records(await root.get(THINGS))[0]?.['_truncated']).to.deep.equal(['must']);
    const form = record(await root.get(`${THINGS}/${id}`));
    expect(form['_invalid']).to.deep.equal({ must: `${'y'.repeat(499)}…` });
    expect(form).not.to.have.property('must');
    expect(record(await root.put(`${THINGS}/${id}`, { name: 'renamed' }))['_invalid']).to.have.property('must');
    expect((await stack.sql('select length(must) as n from things'))[0]).to.deep.equal({ n: 4_000_000 });
    const conflict = await root.put(`${THINGS}/${id}`, { name: 'again', _version: form['_version'] });
    expectRefused(conflict, 409, 'conflict');
    expect((conflict.json()['data'] as Row)['_invalid']).to.have.property('must');
    expect(record(await root.put(`${THINGS}/${id}`, { must: 'short' }))).to.include({ must: 'short' });
    await store(id, 'must', 4_000_000);
    expectOk(await root.delete(`${THINGS}/${id}`));
  });
});

usuallyOn('sqlite', 'related records with long labels (docs/admin/api.md, Envelopes: _truncated)', (database) => {
  let stack: AdminStack;
  let root: ApiClient;

  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    root = await stack.signIn('superuser');
    for (const [table, column] of [
      ['shop_tags', 'name'],
      ['shop_categories', 'name'],
      ['shop_categories', 'internal_note'],
      ['shop_notes', 'body'],
    ] as const) {
      await stack.sql(`update ${table} set ${column} = '${'ä'.repeat(LONG)}'`);
    }
  });
  after(() => stack.stop());

  it('shows the beginning of each in lists, forms, choices and relation managers (AD-52)', async () => {
    const beginning = /^ä{100,2000}…?$/;
    const atlas = records(await root.get(`${ITEMS}?sort=title`)).find(({ title }) => title === 'Atlas');
    for (const label of [atlas?.['category'], ...(atlas?.['tags'] as string[])]) expect(label).to.match(beginning);
    const { _labels: labels } = record(await root.get(`${ITEMS}/1`)) as { readonly _labels: Row };
    for (const label of [labels['category'], ...(labels['tags'] as string[])]) expect(label).to.match(/^ä{100,500}…$/);
    const options = records(await root.get(`${ITEMS}/fields/tags/options`));
    expect(options).not.to.have.length(0);
    for (const { label } of options) expect(label).to.match(/^ä{100,500}…$/);
    for (const path of ['relations/tags', 'relations/notes', 'relations/notes/candidates']) {
      const rows = records(await root.get(`${ITEMS}/1/${path}`));
      expect(rows, path).not.to.have.length(0);
      for (const row of rows) expect(row['name'] ?? row['body']).to.match(beginning);
    }
  });
});
