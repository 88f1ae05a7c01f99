import { expect } from 'chai';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { limitsOf } from '../../wire/call.js';
import { adminDatabase } from '../admin-options.js';
import { inTransaction } from '../database/transactions.js';
import { migrateAdmin } from '../directory/migrate-admin.js';
import type { AnyTables } from '../model/model.js';
import { createSqlImports } from './sql-imports.js';

const HOUR_MS = 3_600_000;

describe('the memory of imports (admin_bulk.proto, ImportRecords)', () => {
  let file: Database.Database;
  let db: Kysely<AnyTables>;
  let begin: (id: string, records: number) => Promise<number | undefined>;

  beforeEach(async () => {
    file = new Database(':memory:');
    db = new Kysely<AnyTables>({ dialect: new SqliteDialect({ database: file }) });
    const database = adminDatabase(db, 'sqlite');
    await migrateAdmin(database);
    const imports = createSqlImports(database);
    begin = (id, records) => inTransaction(database, limitsOf(60_000), (trx) => imports.begin(id, records, trx));
  });
  afterEach(() => db.destroy());

  const known = () =>
    (file.prepare('select import_id from backend_imports order by import_id').all() as { import_id: string }[]).map(
      (row) => row.import_id,
    );
  const age = (id: string, ms: number) =>
    file.prepare('update backend_imports set imported_at = ? where import_id = ?').run(Date.now() - ms, id);

  it('tells a repeated import how many records the first one had', async () => {
    expect(await begin('aa', 3)).to.equal(undefined);
    expect(await begin('bb', 5)).to.equal(undefined);
    expect(await begin('aa', 4)).to.equal(3);
    expect(known()).to.deep.equal(['aa', 'bb']);
  });

  it('lasts a day', async () => {
    for (const id of ['aa', 'bb']) await begin(id, 1);
    age('aa', 24 * HOUR_MS + 1);
    age('bb', 23.9 * HOUR_MS);
    await begin('cc', 1);
    expect(known()).to.deep.equal(['bb', 'cc']);
    expect(await begin('bb', 1)).to.equal(1);
    expect(await begin('aa', 7)).to.equal(undefined);
  });
});
