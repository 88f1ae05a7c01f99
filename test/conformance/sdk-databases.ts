import { join } from 'node:path';
import type { SqlDatabase, SqliteConnection } from '@gatehouse/host/sql';
import { migrate, postgresDatabase, sqliteDatabase } from '@gatehouse/host/sql';
import { DatabaseSync } from '@photostructure/sqlite';
import Database from 'libsql';
import { Pool, type PoolConfig } from 'pg';
import { startPostgres } from '../support/postgres.js';
import { tempDir } from '../support/temp-dir.js';

/** A new database of one engine, as seen by one or several host processes. */
export interface TestDatabase {
  /** Opens one more connection, or pool of connections, to the same database. */
  readonly connect: () => SqlDatabase;
  readonly countRows: (table: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export const newSqlite = (): Promise<TestDatabase> => onSqlite((path) => new Database(path));

/** Through the interface of node:sqlite, which Node.js 20 has only as a package. */
const newNodeSqlite = (): Promise<TestDatabase> => onSqlite((path) => new DatabaseSync(path));

type TestConnection = SqliteConnection & { prepare(sql: string): { get(): unknown }; close(): void };

async function onSqlite(openFile: (path: string) => TestConnection): Promise<TestDatabase> {
  const path = join(tempDir('sqlite'), 'host.db');
  const connections: TestConnection[] = [];
  return {
    connect() {
      const connection = openFile(path);
      connections.push(connection);
      // Tests need no durability across a machine crash.
      return sqliteDatabase(connection, { synchronous: 'normal' });
    },
    async countRows(table) {
      const connection = openFile(path);
      const row = connection.prepare(`select count(*) as n from ${table}`).get() as { n: number };
      connection.close();
      return row.n;
    },
    async close() {
      for (const connection of connections) connection.close();
    },
  };
}

export const newPostgres = (): Promise<TestDatabase> => onPostgres({});

/** Statements that start together travel together. */
export const newPipeliningPostgres = (): Promise<TestDatabase> => onPostgres({ pipeline: true });

async function onPostgres(options: PoolConfig): Promise<TestDatabase> {
  const connectionString = await (await startPostgres()).createDatabase();
  const pools: Pool[] = [];
  return {
    connect() {
      const pool = new Pool({ connectionString, max: 20, ...options });
      pools.push(pool);
      return postgresDatabase(pool);
    },
    async countRows(table) {
      const pool = new Pool({ connectionString, max: 1 });
      const { rows } = await pool.query<{ n: string }>(`select count(*) as n from ${table}`);
      await pool.end();
      return Number(rows[0]!.n);
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

export const ENGINES = [
  { engine: 'SQLite', open: newSqlite },
  { engine: 'PostgreSQL', open: newPostgres },
];

/** Also each interface and each mode that a driver can have. */
export const DRIVERS = [
  ...ENGINES,
  { engine: 'SQLite through node:sqlite', open: newNodeSqlite },
  { engine: 'PostgreSQL with pipelining', open: newPipeliningPostgres },
];

/** A new database with all tables, and one connection to it. */
export async function migrated(open: () => Promise<TestDatabase>): Promise<TestDatabase & { database: SqlDatabase }> {
  const test = await open();
  const database = test.connect();
  await migrate(database);
  return { ...test, database };
}
