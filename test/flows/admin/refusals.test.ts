import { expect } from 'chai';
import { createHash } from 'node:crypto';
import type { Engine } from '@gatehouse/host/admin';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { onBothEngines, startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { VAULT_PLUGIN, VAULT_ROOT, vaultControllers, vaultTables } from '../../support/admin/vault.js';
import { eventually } from '../../support/eventually.js';

const THINGS = '/acme/vault/things';

/** The outcome of a write: written, refused on these fields, refused with a message, or a fault. */
type Outcome =
  | { readonly written: Readonly<Record<string, unknown>> }
  | { readonly fields: readonly string[] }
  | { readonly message: string }
  | 'internal_error';

interface Row {
  readonly what: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The raw body, where an object cannot express it. */
  readonly json?: string;
  readonly outcome: Outcome | Readonly<Record<Engine, Outcome>>;
}

const on = (...fields: readonly string[]): Outcome => ({ fields });
const written = (values: Readonly<Record<string, unknown>>): Outcome => ({ written: values });
const TOO_LONG = 'x'.repeat(21);
const DEEP = '['.repeat(5000) + ']'.repeat(5000);
const NUL = String.raw`{"a":"\u0000"}`;
const BEYOND_INDEX = Array.from({ length: 100 }, (_, index) =>
  createHash('sha256').update(`${index}`).digest('hex'),
).join('');
const LONG = '-123456789012345678901234567890.123456789';

/** The table of docs/admin/api.md, Refusals, row by row. */
const ROWS: readonly Row[] = [
  { what: 'a number beyond the type of the column', body: { small: 40_000 }, outcome: on('small') },
  { what: 'a number beyond 32 bits', body: { small: 2 ** 40 }, outcome: on('small') },
  { what: 'too many digits for the column', body: { amount: '10000.00' }, outcome: on('amount') },
  { what: 'a text that is too long for the column', body: { name: TOO_LONG }, outcome: on('name') },
  {
    what: 'a text that is not a uuid',
    body: { token: 'no-uuid' },
    outcome: { postgres: on('token'), sqlite: written({ token: 'no-uuid' }) },
  },
  {
    what: 'a NUL in jsonb',
    body: { details: NUL },
    outcome: { postgres: on('details'), sqlite: written({ details: { a: '\0' } }) },
  },
  { what: 'a value that breaks the check of a domain, or of the column', body: { ratio: 101 }, outcome: on('ratio') },
  { what: 'a value that breaks a named check', body: { positive: 0 }, outcome: on('positive') },
  { what: 'a value that breaks a check without a name', body: { low: -1 }, outcome: on('low') },
  { what: 'values that break a check together', body: { low: 5, high: 1 }, outcome: on('low', 'high') },
  { what: 'a value that is already taken', body: { code: 'taken' }, outcome: on('code') },
  {
    what: 'a text that is too long for an index',
    body: { code: BEYOND_INDEX },
    outcome: { postgres: on('code'), sqlite: written({ code: BEYOND_INDEX }) },
  },
  { what: 'a reference to a record that does not exist', body: { parent_id: 999 }, outcome: on('parent_id') },
  { what: 'null where the database does not accept it', body: { must: null }, outcome: on('must') },
  { what: 'a value that a trigger refuses', body: { name: 'forbidden' }, outcome: { message: 'The keeper says no.' } },
  {
    what: 'a value that a trigger refuses, naming a column',
    body: { name: 'no code' },
    outcome: { postgres: on('code'), sqlite: written({ name: 'no code' }) },
  },
  {
    what: 'a decimal that SQLite would round',
    body: { exact: '123456789.123456789' },
    outcome: { postgres: written({ exact: '123456789.123456789' }), sqlite: on('exact') },
  },
  {
    what: 'a decimal of 15 digits',
    body: { exact: '-123456789.123456' },
    outcome: written({ exact: '-123456789.123456' }),
  },
  {
    what: 'a decimal that SQLite writes with an exponent',
    body: { exact: '0.000001' },
    outcome: written({ exact: '0.000001' }),
  },
  { what: 'a decimal of any length in text', body: { long: LONG }, outcome: written({ long: LONG }) },
  {
    what: 'a JSON number that loses digits',
    body: {},
    json: '{"name":"n","long":12345678901234567.89}',
    outcome: on('long'),
  },
  {
    what: 'JSON with a number that loses digits, as text',
    body: { details: '[12345678901234567890]' },
    outcome: written({ details: '[12345678901234567890]' }),
  },
  { what: 'JSON that is nested too deeply', body: { details: DEEP }, outcome: on('details') },
  { what: 'an instant beyond the year 9999 in UTC', body: { at: '9999-12-31T23:59:59-01:00' }, outcome: on('at') },
  { what: 'an instant before the year 1 in UTC', body: { at: '0001-01-01T00:00:00+01:00' }, outcome: on('at') },
  { what: 'a hook that refuses', body: { name: 'refuse' }, outcome: { message: 'Not today.' } },
  { what: 'a hook that finds a value invalid', body: { name: 'find invalid' }, outcome: on('code') },
  { what: 'a hook that throws', body: { name: 'break' }, outcome: 'internal_error' },
  { what: 'a hook whose own statement fails', body: { name: 'look elsewhere' }, outcome: 'internal_error' },
  {
    what: 'a hook that writes values that PostgreSQL does not accept',
    body: { name: 'count wrong' },
    outcome: { postgres: 'internal_error', sqlite: written({ name: 'count wrong' }) },
  },
  { what: 'a hook that writes a value that cannot be read', body: { name: 'unreadable' }, outcome: 'internal_error' },
  { what: 'a hook that writes text with a NUL', body: { name: 'with a NUL' }, outcome: 'internal_error' },
  { what: 'a hook that writes half a character', body: { name: 'half a character' }, outcome: 'internal_error' },
  { what: 'a hook that writes an object', body: { name: 'another type' }, outcome: 'internal_error' },
  { what: 'a hook that writes a function', body: { name: 'a function' }, outcome: 'internal_error' },
  { what: 'a hook that writes to no column of the model', body: { name: 'unknown column' }, outcome: 'internal_error' },
  { what: 'a hook that writes a value that is not a number', body: { name: 'no number' }, outcome: 'internal_error' },
  {
    what: 'a hook that writes a decimal which SQLite would round',
    body: { name: 'rounded' },
    outcome: { postgres: written({ exact: '0.1234567890123456789' }), sqlite: 'internal_error' },
  },
  { what: 'an answer that is too long to send', body: { name: 'huge' }, outcome: 'internal_error' },
  {
    what: 'a value that the database or a hook makes unreadable',
    body: { name: 'spoil', day: '2026-01-01' },
    outcome: { postgres: written({ day: '2026-01-01' }), sqlite: on('day') },
  },
];

onBothEngines('reasons for a refused write (AD-87; docs/admin/api.md, Refusals)', (database) => {
  let stack: AdminStack;
  let root: ApiClient;
  before(async () => {
    stack = await startAdminStack({
      shared: true,
      database,
      errorsExpected: true,
      config: { 'backend.root': VAULT_ROOT },
      admin: (options) => ({ ...options, controllers: vaultControllers(), plugins: [VAULT_PLUGIN] }),
    });
    root = await stack.signIn('superuser');
    for (const statement of vaultTables(database)) await stack.sql(statement);
    await stack.sql(`insert into things (id, name, code) values (1, 'first', 'taken')`);
    await stack.sql(`insert into things (id, name, parent_id) values (2, 'child', 1)`);
    if (database === 'postgres') await stack.sql(`select setval(pg_get_serial_sequence('things', 'id'), 1000)`);
  });
  after(() => stack.stop());

  const rows = () => stack.sql('select * from things order by id');

  async function expectOutcome(answer: ApiAnswer, outcome: Outcome, status: 200 | 201): Promise<void> {
    if (outcome === 'internal_error') expectRefused(answer, 500, 'internal_error');
    else if ('written' in outcome) {
      expectOk(answer, status);
      expect(answer.data).to.deep.include(outcome.written);
      const { id } = answer.data as { readonly id: string };
      expect(expectOk(await root.get(`${THINGS}/${id}`)).data).to.deep.equal(answer.data);
    } else {
      expectRefused(answer, 422, 'validation_failed');
      if ('message' in outcome)
        expect((answer.json()['error'] as { message: string }).message).to.equal(outcome.message);
      else expect(Object.keys(answer.fields), answer.body).to.have.members([...outcome.fields]);
    }
  }

  for (const { what, body, json, outcome } of ROWS) {
    const expected =
      typeof outcome === 'object' && database in outcome
        ? (outcome as Record<Engine, Outcome>)[database]
        : (outcome as Outcome);
    const isWritten = typeof expected === 'object' && 'written' in expected;

    it(`${isWritten ? 'accepts' : 'rejects'} ${what}, on create`, async () => {
      const before = await rows();
      const answer = await root.post(THINGS, json ?? { name: 'made', ...body });
      await expectOutcome(answer, expected, 201);
      if (isWritten) await stack.sql(`delete from things where id > 2`);
      expect(await rows()).to.deep.equal(before);
      expectOk(await root.get(THINGS));
    });
  }

  // The hooks and triggers of this host run on creation; the table's rules also apply to updates.
  const ON_UPDATE = ROWS.filter(
    ({ body: { name }, json }) => json === undefined && (name === undefined || name === TOO_LONG),
  );
  for (const { what, body, outcome } of ON_UPDATE) {
    const expected =
      typeof outcome === 'object' && database in outcome
        ? (outcome as Record<Engine, Outcome>)[database]
        : (outcome as Outcome);
    const isWritten = typeof expected === 'object' && 'written' in expected;

    it(`${isWritten ? 'accepts' : 'rejects'} ${what}, on update`, async () => {
      const before = await rows();
      await expectOutcome(await root.put(`${THINGS}/2`, body), expected, 200);
      if (isWritten) {
        await stack.sql('delete from things where id = 2');
        await stack.sql(`insert into things (id, name, parent_id) values (2, 'child', 1)`);
      }
      expect(await rows()).to.deep.equal(before);
    });
  }

  it('refuses to delete a record that another one refers to, with a message', async () => {
    const refused = await root.delete(`${THINGS}/1`);
    expectRefused(refused, 422, 'validation_failed');
    expect(refused.body).to.contain('Other records still refer to this one.');
    expect(await rows()).to.have.length(2);
  });

  it('returns 500 with the request id for an action that throws, not 503', async () => {
    const failed = await root.post(`${THINGS}/toolbar/audit`, {});
    expectRefused(failed, 500, 'internal_error');
    expect(failed.headers).not.to.have.property('retry-after');
    const { request_id: id } = failed.json()['error'] as { readonly request_id: string };
    await eventually(() => expect(stack.gatehouse.log()).to.contain(id));
  });

  it('says in the log what is wrong with a value of a hook (HC-71)', async () => {
    for (const [name, text] of [
      ['another type', 'a hook sets code of Acme\\\\Vault\\\\Models\\\\Thing to a value of the type object'],
      ['a function', 'to a value of the type function'],
      ['unknown column', 'a hook sets nothing, which is no column of'],
    ] as const) {
      expectRefused(await root.post(THINGS, { name }), 500, 'internal_error');
      expect(stack.complaints.join('\n')).to.contain(text);
    }
  });

  it('sorts decimals stored as text by their value, and finds them by any spelling', async () => {
    const decimals = [
      '-12.5',
      '-100',
      '0',
      '-0.001',
      '99.999',
      '100',
      '12345678901234567890.1',
      '12345678901234567890.09',
    ];
    for (const long of decimals) expectOk(await root.post(THINGS, { name: 'd', long }), 201);
    const sorted = expectOk(await root.get(`${THINGS}?sort=long&per_page=50`)).data as {
      readonly long: string | null;
    }[];
    expect(sorted.map(({ long }) => long).filter((long) => long !== null)).to.deep.equal([
      ...['-100', '-12.5', '-0.001', '0', '99.999', '100', '12345678901234567890.09', '12345678901234567890.1'],
    ]);
    await stack.sql('delete from things where id > 2');
  });

  it('returns 503 with Retry-After only if the host is down (AD-191)', async () => {
    await stack.host.close();
    for (const answer of [await root.get(THINGS), await root.post(THINGS, { name: 'x' })]) {
      expectRefused(answer, 503, 'service_unavailable');
      expect(Number(answer.headers['retry-after'])).to.be.greaterThan(0);
    }
  });
});
