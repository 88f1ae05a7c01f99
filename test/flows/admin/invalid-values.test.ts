import { expect } from 'chai';
import type { ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk } from '../../support/admin/expect.js';
import { onBothEngines, startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';
import { VAULT_PLUGIN, VAULT_ROOT, vaultControllers, vaultTables } from '../../support/admin/vault.js';

const THINGS = '/acme/vault/things';

/** The value in the database, as SQL, and the raw text that the API shows for it. */
const STORED = {
  sqlite: {
    small: [`'many'`, 'many'],
    exact: [`'abc'`, 'abc'],
    long: [`'1,5'`, '1,5'],
    day: [`'2026-01-01 00:00:00'`, '2026-01-01 00:00:00'],
    opens: [`'10:00'`, '10:00'],
    at: [`'yesterday'`, 'yesterday'],
    details: [`'{"a":'`, '{"a":'],
  },
  postgres: {
    exact: [`'NaN'`, 'NaN'],
    long: [`'NaN'`, 'NaN'],
    day: [`'infinity'`, 'infinity'],
    opens: [`'24:00:00'`, '24:00:00'],
    at: [`'12000-01-01 00:00:00+00'`, '+012000-01-01T00:00:00.000Z'],
    details: [`'${'['.repeat(600)}${']'.repeat(600)}'`, `${'['.repeat(499)}…`],
  },
} as const;

/** A valid value for each of them. */
const REPAIRED = {
  ...{ small: 7, exact: '1.5', long: '2.5', day: '2026-01-01', opens: '10:00:00' },
  ...{ at: '2026-01-01T00:00:00.000Z', details: ['a'] },
};

onBothEngines(
  'stored values that do not fit their columns (AD-50; docs/admin/api.md, Envelopes: _invalid)',
  (database) => {
    const columns = Object.entries<readonly [literal: string, raw: string]>(STORED[database]);
    const invalid = Object.fromEntries(columns.map(([name, [, raw]]) => [name, raw]));
    let stack: AdminStack;
    let root: ApiClient;

    before(async () => {
      stack = await startAdminStack({
        database,
        config: { 'backend.root': VAULT_ROOT },
        admin: (options) => ({ ...options, controllers: vaultControllers(), plugins: [VAULT_PLUGIN] }),
      });
      root = await stack.signIn('superuser');
    });
    beforeEach(async () => {
      for (const statement of vaultTables(database)) await stack.sql(statement);
      const names = columns.map(([name]) => name).join(', ');
      const literals = columns.map(([, [literal]]) => literal).join(', ');
      if (database === 'sqlite') await stack.sql('pragma ignore_check_constraints = on');
      await stack.sql(`insert into things (id, name, ${names}) values (1, 'bad', ${literals})`);
      await stack.sql(`insert into things (id, name, day) values (2, 'good', '2026-02-28')`);
      await stack.sql(
        `insert into things (id, name, day) values (3, 'empty', ${database === 'sqlite' ? "''" : 'null'})`,
      );
    });
    afterEach(async () => {
      await stack.sql('drop table things');
      if (database !== 'postgres') return;
      await stack.sql('drop function keep');
      await stack.sql('drop domain percentage');
    });
    after(() => stack.stop());

    it('shows the list and the form, with the raw text of each such value and the others unchanged', async () => {
      const list = expectOk(await root.get(`${THINGS}?sort=name`)).data as readonly Record<string, unknown>[];
      expect(list.map(({ name }) => name)).to.deep.equal(['bad', 'empty', 'good']);
      const [bad, empty, good] = list;
      expect(bad?.['_invalid']).to.deep.equal(invalid);
      expect(bad).not.to.have.any.keys(...Object.keys(invalid));
      expect(empty?.['_invalid']).to.deep.equal(database === 'sqlite' ? { day: '' } : undefined);
      expect(good).to.include({ day: '2026-02-28' }).and.not.to.have.property('_invalid');
      const form = expectOk(await root.get(`${THINGS}/1`)).data as Record<string, unknown>;
      expect(form['_invalid']).to.deep.equal(invalid);
      expect(form).not.to.have.any.keys(...Object.keys(invalid));
    });

    it('does not change them when the record is saved unmodified, and accepts values that fix them', async () => {
      const before = await stack.sql('select * from things where id = 1');
      const form = expectOk(await root.get(`${THINGS}/1`)).data as Record<string, unknown>;
      expectOk(await root.put(`${THINGS}/1`, form));
      const [after] = await stack.sql('select * from things where id = 1');
      expect([{ ...after, version: 1 }]).to.deep.equal(before);
      const repair = Object.fromEntries(Object.entries(REPAIRED).filter(([name]) => name in invalid));
      const { data } = expectOk(await root.put(`${THINGS}/1`, repair));
      expect(data).to.deep.include(repair);
      expect(data).not.to.have.property('_invalid');
    });

    it('keeps JSON with a repeated name as it is, and accepts none', async () => {
      const twice = '{"a": 1, "b": [{"c": 2, "c": 3}]}';
      // jsonb keeps only the last one.
      if (database === 'postgres') await stack.sql('alter table things alter details type json using null');
      await stack.sql(`update things set details = '${twice}' where id = 2`);
      const listed = expectOk(await root.get(`${THINGS}?sort=name`)).data as readonly Record<string, unknown>[];
      expect(listed[2]?.['_invalid']).to.deep.equal({ details: twice });
      const form = expectOk(await root.get(`${THINGS}/2`)).data as Record<string, unknown>;
      expect(form['_invalid']).to.deep.equal({ details: twice });
      expectOk(await root.put(`${THINGS}/2`, { ...form, name: 'better' }));
      expect(await stack.sql('select name, cast(details as text) as details from things where id = 2')).to.deep.equal([
        { name: 'better', details: twice },
      ]);
      expectInvalid(await root.put(`${THINGS}/2`, { details: twice }), 'details');
      expectOk(await root.put(`${THINGS}/2`, { details: '{"a": 1}' }));
    });

    it('shows the list and the form, whatever bytes or types the database holds', async () => {
      const odd =
        database === 'sqlite'
          ? ['exact', 'long', 'day', 'opens', 'at', 'details', 'must'].map(
              (name) => [name, "x'6162ff'", 'YWL/'] as const,
            )
          : ([['code', `array['a', 'b c']`, '["a","b c"]']] as const);
      if (database === 'postgres') await stack.sql('alter table things alter code type text[] using null');
      for (const [name, literal] of odd) await stack.sql(`update things set ${name} = ${literal} where id = 2`);
      const raw = Object.fromEntries(odd.map(([name, , shown]) => [name, shown]));
      const [, , listed] = expectOk(await root.get(`${THINGS}?sort=name`)).data as readonly Record<string, unknown>[];
      expect(listed?.['_invalid']).to.deep.equal(database === 'sqlite' ? raw : undefined);
      const form = expectOk(await root.get(`${THINGS}/2`)).data as Record<string, unknown>;
      expect(form['_invalid']).to.deep.equal(raw);
      expectOk(await root.put(`${THINGS}/2`, { name: 'still good' }));
    });

    it('logs controller, record and column of each of them once, and never the value', async () => {
      for (let time = 0; time < 3; time++) expectOk(await root.get(THINGS));
      const named = [
        ...Object.keys(invalid).map((name) => ['1', name]),
        ...(database === 'sqlite' ? [['3', 'day']] : []),
      ];
      // An answer may arrive before the lines that the daemon wrote earlier.
      const lines = await eventually(() => {
        const found = stack.gatehouse
          .log()
          .split('\n')
          .filter((line) => line.includes('does not fit its column'))
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          // Other tests of the same daemon put values into this one.
          .filter(({ record }) => record !== '2');
        const places = found.map(({ controller, record, column }) => [controller, record, column]);
        expect(places).to.have.deep.members(named.map((place) => ['acme.vault.things', ...place]));
        return found;
      });
      for (const line of lines) {
        // A time or a random id may have the same letters.
        const said = JSON.stringify({ ...line, time: '', requestId: '' });
        for (const [, [, raw]] of columns) expect(said).not.to.contain(raw.slice(0, 20));
      }
    });
  },
);
