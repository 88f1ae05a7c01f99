import { expect } from 'chai';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { decimalKey, decimalKeySql } from './columns.js';

/** In ascending order; the texts in one list are the same number. */
const ORDERED: readonly (readonly string[])[] = [
  ['-123456789012345678901234567890.5'],
  ['-123456789012345678901234567890', '-0123456789012345678901234567890.0'],
  ['-100'],
  ['-99.999'],
  ['-12.5', '-12.50', '-012.500'],
  ['-12'],
  ['-9'],
  ['-0.01'],
  ['-0.001', '-.001'],
  ['0', '-0', '0.0', '-0.00', '000'],
  ['0.0009'],
  ['0.001', '00.0010'],
  ['0.01'],
  ['9', '9.', '9.0'],
  ['9.5'],
  ['10'],
  ['12.05'],
  ['12.5', '12.50'],
  ['99.999'],
  ['100'],
  ['123456789012345678901234567890'],
  ['123456789012345678901234567890.123456789'],
];

describe('the sort key of decimals that SQLite stores as texts', () => {
  let db: Kysely<never>;
  before(() => {
    db = new Kysely<never>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  });
  after(() => db.destroy());

  async function inSql(text: string | null): Promise<unknown> {
    const { rows } = await sql<{
      key: unknown;
    }>`select ${decimalKeySql(sql`d`)} as key from (select ${text} as d)`.execute(db);
    return rows[0]?.key;
  }

  it('is the same for all spellings of a number, and sorts like the numbers', () => {
    const keys = ORDERED.map((spellings) => new Set(spellings.map(decimalKey)));
    for (const [index, all] of keys.entries()) expect(all.size, ORDERED[index]?.join()).to.equal(1);
    const sorted = keys.map(([key]) => key);
    expect([...sorted].sort()).to.deep.equal(sorted);
  });

  it('is the same in SQL', async () => {
    for (const text of ORDERED.flat()) expect(await inSql(text), text).to.equal(decimalKey(text));
    expect(await inSql(null)).to.equal(null);
  });
});
