import { expect } from 'chai';
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import { contains } from './contains.js';

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('nobody looks at the tables here');
    },
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Which letters are found is held in test/conformance/admin/records-case.ts, by the databases themselves. */
describe('searches in SQLite (sdk/typescript/README.md, Long searches)', () => {
  const searched = (text: string) => contains('sqlite', sql.ref('title'), text).compile(compiler);

  for (const text of ['abc', 'ABC', '100 %', 'not_at_all', '日本', '']) {
    it(`use LIKE alone where it knows every letter of "${text}": it is many times faster than GLOB`, () => {
      expect(searched(text).sql)
        .to.match(/ like /)
        .and.not.match(/ glob /);
    });
  }

  for (const [text, like, glob] of [
    ['Ärger', '%_rger%', '*[ÄäÄä][Rr][Gg][Ee][Rr]*'],
    ['kg', '%_g%', '*[Kk\u212a][Gg]*'],
  ] as const) {
    it(`of "${text}" let LIKE skip what cannot match, and GLOB decide`, () => {
      const [first, second] = searched(text).parameters as [string, string];
      expect(first).to.equal(like);
      // The same letters, in any order.
      const sets = (pattern: string) =>
        pattern.split(/[[\]]/).map((part) => [...new Set(part)].sort((a, b) => (a < b ? -1 : 1)).join(''));
      expect(sets(second)).to.deep.equal(sets(glob));
    });
  }
});
