import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SqlDatabase, SqliteConnection } from '@gatehouse/host/sql';
import { migrate, postgresDatabase, sqliteDatabase } from '@gatehouse/host/sql';
import { DatabaseSync } from '@photostructure/sqlite';
import Database from 'libsql';
import { Pool, type PoolConfig } from 'pg';
import { lendPostgres, type LentPostgres } from '../support/lent-postgres.js';
import { startPostgres } from '../support/postgres.js';
import { tempDir } from '../support/temp-dir.js';

/** A new database of one engine, as seen by one or several host processes. */
export interface TestDatabase {
  /** Opens one more connection, or pool of at most `max` connections, to the same database. */
  readonly connect: (max?: number) => SqlDatabase;
  readonly countRows: (table: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** A new database: empty, or with all tables. */
export type OpenDatabase = (tables?: 'with tables') => Promise<TestDatabase>;

export const newSqlite: OpenDatabase = (tables) => onSqlite((path) => new Database(path), tables);

/** Through the interface of node:sqlite, which Node.js 20 has only as a package. */
const newNodeSqlite: OpenDatabase = (tables) => onSqlite((path) => new DatabaseSync(path), tables);

type TestConnection = SqliteConnection & { prepare(sql: string): { get(): unknown }; close(): void };

async function onSqlite(openFile: (path: string) => TestConnection, tables?: 'with tables'): Promise<TestDatabase> {
  const path = join(tempDir('sqlite'), 'host.db');
  if (tables !== undefined) copyFileSync(await (migratedFile ??= migrateFile()), path);
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

let migratedFile: Promise<string> | undefined;

async function migrateFile(): Promise<string> {
  const folder = tempDir('sqlite');
  const path = join(folder, 'migrated.db');
  const connection = new Database(join(folder, 'host.db'));
  await migrate(sqliteDatabase(connection, { synchronous: 'normal' }));
  connection.exec(`vacuum into '${path}'`);
  connection.close();
  return path;
}

export const newPostgres: OpenDatabase = (tables) => onPostgres({}, tables);

/** Statements that start together travel together. */
export const newPipeliningPostgres: OpenDatabase = (tables) => onPostgres({ pipeline: true }, tables);

async function migratePostgres(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString });
  await migrate(postgresDatabase(pool));
  await pool.end();
}

async function onPostgres(settings: PoolConfig, tables?: 'with tables'): Promise<TestDatabase> {
  const { connect, close } = tables ? await lendPostgres('gatehouse', migratePostgres) : await emptyPostgres();
  const counting = connect({ max: 1 });
  return {
    connect: (max = 20) => postgresDatabase(connect({ ...settings, max })),
    async countRows(table) {
      const { rows } = await counting.query<{ n: string }>(`select count(*) as n from ${table}`);
      return Number(rows[0]!.n);
    },
    close,
  };
}

async function emptyPostgres(): Promise<Pick<LentPostgres, 'connect' | 'close'>> {
  const connectionString = await (await startPostgres()).createDatabase();
  const pools: Pool[] = [];
  return {
    connect(settings) {
      const pool = new Pool({ connectionString, max: 20, ...settings });
      pools.push(pool);
      return pool;
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
export async function migrated(open: OpenDatabase): Promise<TestDatabase & { database: SqlDatabase }> {
  const test = await open('with tables');
  return { ...test, database: test.connect() };
}
