import { expect } from 'chai';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { refusalOf, type DatabaseRefusal } from './constraint.js';
import { columnsAbout, type Ask } from './refused-columns.js';

describe('which columns a refused write is about (docs/admin/api.md, Refusals)', () => {
  describe('in SQLite', () => {
    let connection: Database.Database;
    let db: Kysely<object>;
    beforeEach(() => {
      connection = new Database(':memory:');
      connection.exec(`create table boxes (
        width integer, height integer, depth integer, note text, label text,
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

    it('those that its named check names, up to the parenthesis that closes it, of what was written', async () => {
      expect(await refused({ width: 6, height: 6, depth: 1, note: 'x', label: 'x' })).to.deep.equal([
        'width',
        'height',
        'label',
      ]);
      expect(await refused({ width: 60, note: 'x', height: 1 })).to.deep.equal(['width', 'height']);
    });

    it('those in the text of a check that has no name', async () => {
      expect(await refused({ width: 1, depth: 100 })).to.deep.equal(['depth']);
    });
  });

  describe('in PostgreSQL, which is asked whether each value fits its column', () => {
    const refusal: DatabaseRefusal = { kind: 'data', columns: [], words: [] };
    const values = { name: 'abc', amount: '1', image: Buffer.alloc(1) };
    /** The catalogue says what the columns are; a cast of 1 ends with the code. */
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

    for (const code of ['22003', '22P02', '23514']) {
      it(`a cast that fails with ${code} (data exception, constraint violation: appendix A) says that it does not`, async () => {
        expect(await columnsAbout(refusal, 'things', values, asking(code))).to.deep.equal(['amount']);
      });
    }

    for (const code of ['42723', '57014', '42P22']) {
      it(`one that fails with ${code} says nothing about the value, and is an error`, async () => {
        const error: unknown = await columnsAbout(refusal, 'things', values, asking(code)).catch((e: unknown) => e);
        expect(error).to.include({ code });
      });
    }

    it('a text that the cast would cut does not fit either', async () => {
      const tooLong = { ...values, name: '\u{1f989}abc' };
      expect(await columnsAbout(refusal, 'things', tooLong, asking('22003'))).to.deep.equal(['name', 'amount']);
      const inPairs = { name: '\u{1f989}\u{1f989}\u{1f989}' };
      expect(await columnsAbout(refusal, 'things', inPairs, asking('22003'))).to.deep.equal([]);
    });
  });
});

const COMPILER = new Kysely<object>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
