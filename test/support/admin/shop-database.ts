import type { AdminOptions, Engine } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory, migrateAdmin, sqliteReads } from '@gatehouse/host/admin';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startPostgres } from '../postgres.js';
import { tempDir } from '../temp-dir.js';
import { createPeople } from './people.js';
import { RunningReads } from './running-reads.js';
import { createShop } from './shop-tables.js';
import { SHOP, shopControllers, undecided } from './shop.js';

/** A new database with the tables and rows of the shop. */
export interface ShopDatabase {
  readonly database: AdminOptions['database'];
  /** Runs a statement on a separate connection, so that a test does not write inside one of the host's transactions. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The number of running list queries in the database that contain this text. */
  running(text: string): Promise<number>;
  disconnect(): Promise<void>;
}

export function openShopDatabase(engine: Engine): Promise<ShopDatabase> {
  return engine === 'sqlite' ? sqliteShop() : postgresShop();
}

async function sqliteShop(): Promise<ShopDatabase> {
  const path = join(tempDir('shop'), 'shop.db');
  const connection = new Database(path);
  connection.exec('pragma journal_mode = wal; pragma busy_timeout = 5000');
  connection.exec(createShop('sqlite'));
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database: connection }) });
  const running = new RunningReads();
  const reads = new Kysely<never>({
    dialect: sqliteReads(() => running.watch(new AsyncDatabase(path, {}))),
  });
  const aside = new Database(path);
  aside.exec('pragma busy_timeout = 5000');
  return {
    database: adminDatabase(db, 'sqlite', { reads }),
    running: async (text) => running.count(text),
    sql: async (statement) => {
      const prepared = aside.prepare(statement);
      return prepared.reader ? (prepared.all() as Record<string, unknown>[]) : (prepared.run(), []);
    },
    async disconnect() {
      aside.close();
      await reads.destroy();
      await db.destroy();
    },
  };
}

async function postgresShop(): Promise<ShopDatabase> {
  const connectionString = await (await startPostgres()).createDatabase();
  const pool = new Pool({ connectionString, max: 10, pipeline: true });
  const aside = new Pool({ connectionString, max: 1 });
  await aside.query(createShop('postgres'));
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  return {
    database: adminDatabase(db, 'postgres'),
    running: async (text) => (await aside.query(RUNNING, [`%${text}%`])).rowCount ?? 0,
    sql: async (statement) => (await aside.query<Record<string, unknown>>(statement)).rows,
    async disconnect() {
      await aside.end();
      await db.destroy();
    },
  };
}

const RUNNING = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like $1`;

/** Puts the shop, its administrators and this many more items into a database for host processes to serve. */
export async function createShopOnPostgres(url: string, items: number): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 3 });
  const database = databaseOf(pool);
  await migrateAdmin(database);
  const sql = (statement: string): Promise<unknown> => pool.query(statement);
  await sql(createShop('postgres'));
  await sql(`insert into shop_items (title) select 'Item ' || n from generate_series(1, ${String(items)}) as n`);
  await createPeople(database, sql);
  await pool.end();
}

/** The admin half of a host on such a database. Its connections end with the process. */
export function shopOnPostgres(url: string): AdminOptions {
  const database = databaseOf(new Pool({ connectionString: url, max: 10 }));
  return {
    database,
    directory: createSqlDirectory(database),
    controllers: shopControllers(undecided()),
    plugins: [SHOP],
  };
}

function databaseOf(pool: Pool): AdminOptions['database'] {
  return adminDatabase(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }), 'postgres');
}
