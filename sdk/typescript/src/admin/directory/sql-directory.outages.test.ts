import { expect } from 'chai';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { limitsOf } from '../../wire/call.js';
import { adminDatabase } from '../admin-options.js';
import { inTransaction } from '../database/transactions.js';
import type { AnyTables } from '../model/model.js';
import { migrateAdmin } from './migrate-admin.js';
import { createSqlDirectory } from './sql-directory.js';

const LONG_ENOUGH_MS = 1000;

describe('a database that cannot be used right now (admin_record.proto: UNAVAILABLE)', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-outage-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** How a sign-in and a transaction end. */
  async function ends(db: Kysely<AnyTables>, engine: 'postgres' | 'sqlite'): Promise<unknown[]> {
    const database = adminDatabase(db, engine);
    const limits = limitsOf(LONG_ENOUGH_MS);
    const outcomes = await Promise.allSettled([
      createSqlDirectory(database).findCredentials('ada', limits),
      inTransaction(database, limits, (trx) => trx.selectFrom('backend_users').selectAll().execute()),
    ]);
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error).name : 'answered'));
  }

  it('is an outage if the socket of PostgreSQL is gone, for a sign-in and for a transaction (AD-191)', async () => {
    const db = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool: new Pool({ host: folder }) }) });
    expect(await ends(db, 'postgres')).to.deep.equal(['Unavailable', 'Unavailable']);
    await db.destroy();
  });

  it('is an outage if another process has locked the file of SQLite, for a sign-in too (HC-88)', async () => {
    const path = join(folder, 'host.db');
    const file = new Database(path);
    file.exec('pragma busy_timeout = 0');
    const db = new Kysely<AnyTables>({ dialect: new SqliteDialect({ database: file }) });
    await migrateAdmin(adminDatabase(db, 'sqlite'));
    const other = new Database(path);
    other.exec('begin exclusive');
    const [signIn, transaction] = await ends(db, 'sqlite');
    expect(signIn).to.equal('Unavailable');
    // It tries again until its deadline, which may pass during an attempt.
    expect(transaction).to.be.oneOf(['Unavailable', 'DeadlineExceeded']);
    other.exec('rollback');
    other.close();
    await db.destroy();
  });
});
