import { expect } from 'chai';
import type { CompiledQuery, Transaction } from 'kysely';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { AnyTables } from '../model/model.js';
import { KnownTotals } from './known-totals.js';

describe('the totals of lists on SQLite', () => {
  let db: Kysely<AnyTables>;
  let totals: KnownTotals;
  let counted: number;
  const now = Date.now;

  beforeEach(async () => {
    db = new Kysely<AnyTables>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
    await sql`create table notes (id integer primary key)`.execute(db);
    totals = new KnownTotals();
    counted = 0;
  });
  afterEach(async () => {
    Date.now = now;
    await db.destroy();
  });

  /** The total of a query; each count of the table is one more than the one before. */
  function total(text: string, ...parameters: readonly unknown[]): Promise<number> {
    const query = { sql: text, parameters } as unknown as CompiledQuery;
    return totals.total({ trx: db as unknown as Transaction<AnyTables> }, query, () => Promise.resolve((counted += 1)));
  }

  it('are counted once for each query with its parameters, until something is written', async () => {
    const all = async () => [
      await total('a'),
      await total('b'),
      await total('a', 1),
      await total('a', '1'),
      await total('a', 1, 2),
    ];
    expect(await all()).to.deep.equal([1, 2, 3, 4, 5]);
    expect(await all()).to.deep.equal([1, 2, 3, 4, 5]);
    await sql`insert into notes values (1)`.execute(db);
    expect(await all()).to.deep.equal([6, 7, 8, 9, 10]);
    expect(await all()).to.deep.equal([6, 7, 8, 9, 10]);
  });

  it('are counted again after ten seconds, because a condition may depend on the time', async () => {
    let ms = 1_000_000;
    Date.now = () => ms;
    expect(await total('a')).to.equal(1);
    ms += 9999;
    expect(await total('a')).to.equal(1);
    ms += 1;
    expect(await total('a')).to.equal(2);
    ms += 9999;
    expect(await total('a')).to.equal(2);
  });

  it('are kept of at most 200 queries', async () => {
    for (let query = 1; query <= 200; query += 1) await total(String(query));
    expect([await total('1'), await total('200'), counted]).to.deep.equal([1, 200, 200]);
    await total('201');
    expect([await total('1'), counted]).to.deep.equal([202, 202]);
  });
});
