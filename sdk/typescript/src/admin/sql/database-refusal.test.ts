import { expect } from 'chai';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { Ask, DatabaseRefusal } from './database-refusal.js';
import { columnsAbout, refusalOf } from './database-refusal.js';

describe('columns of a refused write (docs/admin/api.md, Refusals)', () => {
  describe('in SQLite', () => {
    let connection: Database.Database;
    let db: Kysely<object>;
    beforeEach(() => {
      connection = new Database(':memory:');
      connection.exec(`create table boxes (
        width integer, height integer, depth integer, note text, label text, flag integer check (flag),
        constraint fits check ((abs(width) + (abs(height))) < 10 and width is not label),
        constraint "is noted" check (note <> ''),
        check (depth < 100))`);
      db = new Kysely({ dialect: new SqliteDialect({ database: connection }) });
    });
    afterEach(() => db.destroy());

    async function refused(values: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
      const names = Object.keys(values);
      let refusal: DatabaseRefusal | undefined;
      try {
        connection
          .prepare(`insert into boxes (${names.join()}) values (${names.map(() => '?').join()})`)
          .run(...Object.values(values));
      } catch (error) {
        refusal = refusalOf(error);
      }
      expect(refusal).to.include({ kind: 'check' });
      const ask: Ask = { engine: 'sqlite', rows: async (question) => (await question.execute(db)).rows };
      return columnsAbout(refusal!, 'boxes', values, ask);
    }

    it('finds the written columns in the definition of a named check', async () => {
      expect(await refused({ width: 6, height: 6, depth: 1, note: 'x', label: 'x' })).to.deep.equal([
        'width',
        'height',
        'label',
      ]);
      expect(await refused({ width: 60, note: 'x', height: 1 })).to.deep.equal(['width', 'height']);
    });

    it('finds the columns in the text of an unnamed check', async () => {
      expect(await refused({ width: 1, depth: 100 })).to.deep.equal(['depth']);
      expect(await refused({ width: 1, flag: 0 })).to.deep.equal(['flag']);
    });
  });

  describe('from the message of SQLite', () => {
    let connection: Database.Database;
    beforeEach(() => {
      connection = new Database(':memory:');
      connection.exec(`create table notes (id integer primary key, title text not null, slug text, locale text,
        unique (slug, locale));
        create unique index lower_title on notes (lower(title));
        insert into notes values (1, 'a', 'b', 'c')`);
    });
    afterEach(() => connection.close());
    const refusalTo = (values: string): DatabaseRefusal | undefined => {
      try {
        connection.exec(`insert into notes values (${values})`);
      } catch (error) {
        return refusalOf(error);
      }
      return expect.fail('nothing was refused');
    };

    it('finds the table and every column of a broken key', () => {
      const key = { kind: 'unique', table: 'notes', columns: ['slug', 'locale'] };
      expect(refusalTo("2, 'x', 'b', 'c'")).to.deep.include(key);
      expect(refusalTo("1, 'x', 'y', 'z'")).to.deep.include({ kind: 'unique', table: 'notes', columns: ['id'] });
      const required = { kind: 'notNull', table: 'notes', columns: ['title'] };
      expect(refusalTo("2, null, 'x', 'z'")).to.deep.include(required);
    });

    it('finds only the name of an index over an expression', () => {
      const refusal = refusalTo("2, 'A', 'x', 'z'");
      expect(refusal).to.deep.include({ kind: 'unique', columns: [] });
      expect(refusal).to.not.have.property('table');
      expect(refusal).to.include({ constraint: 'lower_title' });
    });

    it('finds the column of a strict table that has another type', () => {
      connection.exec('create table boxes (width_cm integer) strict');
      const insert = () => connection.exec(`insert into boxes values ('wide')`);
      expect(insert)
        .to.throw()
        .that.satisfies((error: unknown) => {
          expect(refusalOf(error)).to.deep.equal({ kind: 'data', table: 'boxes', columns: ['width_cm'], words: [] });
          return true;
        });
    });

    it('finds nothing in an error that is not a refusal', () => {
      for (const error of [
        ...['a text', undefined, new Error('without a code'), { code: '23505' }],
        ...['SQLITE_BUSY', '40001', '57014', '42P01', '42501'].map((code) => Object.assign(new Error('no'), { code })),
      ]) {
        expect(refusalOf(error)).to.equal(undefined);
      }
    });
  });

  describe('from the fields of a PostgreSQL error (appendix A, error fields)', () => {
    for (const [what, fields, refusal] of [
      [
        'finds the columns of a broken key',
        { code: '23505', table: 'notes', constraint: 'key', detail: 'Key (slug, "Locale")=(a, b) already exists.' },
        { kind: 'unique', table: 'notes', constraint: 'key', columns: ['slug', 'Locale'], words: ['slug', 'Locale'] },
      ],
      [
        'finds the words of an index over an expression',
        { code: '23505', table: 'notes', detail: 'Key (lower(title))=(a) already exists.' },
        { kind: 'unique', table: 'notes', columns: [], words: ['lower', 'title'] },
      ],
      [
        'finds the named column',
        { code: '23502', table: 'notes', column: 'title' },
        { kind: 'notNull', table: 'notes', columns: ['title'], words: [] },
      ],
      [
        'a row that others need',
        { code: '23503', detail: 'Key (id)=(1) is still referenced from table "others".' },
        { kind: 'needed', columns: ['id'], words: ['id'] },
      ],
      [
        'a row that is missing',
        { code: '23503', detail: 'Key (parent_id)=(1) is not present in table "notes".' },
        { kind: 'missing', columns: ['parent_id'], words: ['parent_id'] },
      ],
      ['an exclusion', { code: '23P01' }, { kind: 'unique', columns: [], words: [] }],
      ['a restricted deletion', { code: '23001' }, { kind: 'needed', columns: [], words: [] }],
      ['a check', { code: '23514', constraint: 'fits' }, { kind: 'check', constraint: 'fits', columns: [], words: [] }],
      ['a value', { code: '22001', table: '', column: 5 }, { kind: 'data', columns: [], words: [] }],
      [
        'the columns in no language but English, but always the name of the constraint',
        { code: '23505', table: 'notes', constraint: 'key', detail: 'Schlüssel »(slug)=(a)« existiert bereits.' },
        { kind: 'unique', table: 'notes', constraint: 'key', columns: [], words: [] },
      ],
      ['the check option of a view', { code: '44000' }, { kind: 'check', columns: [], words: [] }],
      [
        'a policy of row-level security',
        { code: '42501', routine: 'ExecWithCheckOptions' },
        { kind: 'check', columns: [], words: [] },
      ],
      [
        'an index that cannot hold a row',
        { code: '54000', table: 'notes', constraint: 'key' },
        { kind: 'limit', table: 'notes', constraint: 'key', columns: [], words: [] },
      ],
      ['a trigger', { code: 'P0001' }, { kind: 'trigger', message: 'no', columns: [], words: [] }],
      [
        'a detail of other words',
        { code: '23505', detail: 'No Key (id)=(1)' },
        { kind: 'unique', columns: [], words: [] },
      ],
    ] as const) {
      it(what, () => {
        const { columns, ...rest } = refusalOf(Object.assign(new Error('no'), fields))!;
        expect({ ...rest, columns: columns.filter((name) => name !== '') }).to.deep.equal(refusal);
      });
    }
  });

  describe('in PostgreSQL, by testing whether each value fits its column', () => {
    const refusal: DatabaseRefusal = { kind: 'data', columns: [], words: [] };
    const values = { name: 'abc', amount: '1', image: Buffer.alloc(1) };
    /** The catalog returns the column types; a cast of 1 fails with the code. */
    const asking = (code: string): Ask => ({
      engine: 'postgres',
      rows: <R>(question: Parameters<Ask['rows']>[0]) => {
        const { sql, parameters } = question.compile(COMPILER);
        if (sql.includes('pg_attribute')) return Promise.resolve(COLUMNS as unknown as readonly R[]);
        if (parameters[0] === '1') return Promise.reject(Object.assign(new Error('from the server'), { code }));
        return Promise.resolve([]);
      },
    });
    const COLUMNS = [
      { name: 'name', type: 'character varying(3)', length: 3 },
      { name: 'amount', type: 'smallint', length: null },
      { name: 'image', type: 'bytea', length: null },
    ];

    for (const code of ['22003', '22P02', '23514', '54000']) {
      it(`a cast that fails with ${code} (data exception, constraint violation: appendix A) means that it does not fit`, async () => {
        expect(await columnsAbout(refusal, 'things', values, asking(code))).to.deep.equal(['amount']);
      });
    }

    for (const code of ['42723', '57014', '42P22']) {
      it(`a cast that fails with ${code} says nothing about the value and is an error`, async () => {
        const error: unknown = await columnsAbout(refusal, 'things', values, asking(code)).catch((e: unknown) => e);
        expect(error).to.include({ code });
      });
    }

    it('a text that the cast would truncate does not fit either', async () => {
      const tooLong = { ...values, name: '\u{1f989}abc' };
      expect(await columnsAbout(refusal, 'things', tooLong, asking('22003'))).to.deep.equal(['name', 'amount']);
      const inPairs = { name: '\u{1f989}\u{1f989}\u{1f989}' };
      expect(await columnsAbout(refusal, 'things', inPairs, asking('22003'))).to.deep.equal([]);
    });
  });
});

const COMPILER = new Kysely<object>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
