import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminDatabase, migrateAdmin, type Engine } from '@gatehouse/host/admin';
import type { CompiledQuery } from 'kysely';
import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { Pool } from 'pg';
import { lendPostgres } from '../../support/lent-postgres.js';
import { startPostgres } from '../../support/postgres.js';
import { tempDir } from '../../support/temp-dir.js';
import { createShopTables, type ShopTables } from './shop/tables.js';

export type ShopDatabase = Kysely<ShopTables>;
export type RecordedQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A new, empty database of one engine, as seen by one or several host processes. */
export interface TestDatabase {
  readonly engine: Engine;
  /**
   * Opens one more pool of connections to the same database. On SQLite always returns the one connection: libsql keeps
   * a statement alive that found the file locked by another, and its connection cannot commit until that statement is
   * collected.
   */
  connect(): ShopDatabase;
  /**
   * The statements sent on all connections since the start, except for transaction control and the question for the types of
   * all columns, which a host asks PostgreSQL once.
   */
  readonly queries: readonly RecordedQuery[];
  /** The database's own query plan. */
  explain(query: RecordedQuery): Promise<string>;
  close(): Promise<void>;
}

async function newSqlite(): Promise<TestDatabase> {
  return onSqlite(join(tempDir('admin-sqlite'), 'host.db'));
}

function onSqlite(path: string): TestDatabase {
  return shared(
    'sqlite',
    () => new SqliteDialect({ database: openSqlite(path) }),
    async (db, { sql: text, parameters }) => {
      const { rows } = await sql<{ detail: string }>`explain query plan ${inlined(text, parameters)}`.execute(db);
      return rows.map(({ detail }) => detail).join('\n');
    },
  );
}

function openSqlite(path: string): Database.Database {
  const connection = new Database(path);
  connection.prepare('pragma journal_mode = wal').get();
  // Tests need no durability across a machine crash.
  connection.exec('pragma synchronous = normal');
  connection.exec('pragma foreign_keys = on');
  return connection;
}

async function newPostgres(): Promise<TestDatabase> {
  const connectionString = await (await startPostgres()).createDatabase();
  return onPostgres(() => new Pool({ connectionString, max: 20 }));
}

function onPostgres(connect: () => Pool): TestDatabase {
  const dialect = () => new PostgresDialect({ pool: connect() });
  return shared('postgres', dialect, async (db, { sql: text, parameters }) =>
    db.transaction().execute(async (trx) => {
      // PostgreSQL reads a table as small as a test's faster as a whole. The test is about whether it can use the
      // index.
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain ${inlined(text, parameters)}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

let shopFile: Promise<string> | undefined;

/** With the tables of the shop and of the administrators. */
async function newSqliteShop(): Promise<TestDatabase> {
  const path = join(tempDir('admin-sqlite'), 'host.db');
  copyFileSync(await (shopFile ??= createShopFile()), path);
  return onSqlite(path);
}

async function createShopFile(): Promise<string> {
  const folder = tempDir('admin-sqlite');
  const path = join(folder, 'shop.db');
  const connection = openSqlite(join(folder, 'host.db'));
  const db = new Kysely<ShopTables>({ dialect: new SqliteDialect({ database: connection }) });
  await createAllTables(db, 'sqlite');
  connection.exec(`vacuum into '${path}'`);
  await db.destroy();
  return path;
}

/** @param creation as of createDatabase */
export async function newPostgresShop(creation?: string): Promise<TestDatabase> {
  const { connect, close } = await lendPostgres(`shop ${creation ?? ''}`, createPostgresShop, creation);
  return { ...onPostgres(connect), close };
}

async function createPostgresShop(connectionString: string): Promise<void> {
  const db = new Kysely<ShopTables>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }) });
  await createAllTables(db, 'postgres');
  await db.destroy();
}

async function createAllTables(db: ShopDatabase, engine: Engine): Promise<void> {
  await createShopTables(db, engine);
  await migrateAdmin(adminDatabase(db, engine));
}

/** The statements that begin and end a transaction, including its time limit on PostgreSQL, and NativeTypes.learn. */
const NO_QUERY = /^(?:begin|commit|rollback|start|set)\b|set_config|as known \(name, id\)/;

function shared(
  engine: Engine,
  dialect: () => SqliteDialect | PostgresDialect,
  explain: (db: ShopDatabase, query: RecordedQuery) => Promise<string>,
): TestDatabase {
  const opened: ShopDatabase[] = [];
  const queries: RecordedQuery[] = [];
  const connect = (): ShopDatabase => {
    if (engine === 'sqlite' && opened[0] !== undefined) return opened[0];
    const db: ShopDatabase = new Kysely({
      dialect: dialect(),
      log: ({ level, query }) => {
        if (level === 'query' && !NO_QUERY.test(query.sql)) queries.push(query);
      },
    });
    opened.push(db);
    return db;
  };
  return {
    engine,
    connect,
    queries,
    explain: (query) => explain(opened[0] ?? connect(), query),
    async close() {
      await Promise.all(opened.map((db) => db.destroy()));
    },
  };
}

/** A compiled query with its parameters bound again, because EXPLAIN is a separate statement. */
function inlined(text: string, parameters: readonly unknown[]) {
  const parts = text.split(/\$\d+|\?/);
  return sql.join(
    parts.flatMap((part, index) => (index === 0 ? [sql.raw(part)] : [sql.val(parameters[index - 1]), sql.raw(part)])),
    sql.raw(''),
  );
}

/** `open` returns an empty database, `openShop` one with the tables of the shop and of the administrators. */
export const ENGINES = [
  { engine: 'SQLite', open: newSqlite, openShop: newSqliteShop },
  { engine: 'PostgreSQL', open: newPostgres, openShop: () => newPostgresShop() },
] as const;

/** PostgreSQL databases with locales that know other letters. */
export const POSTGRES_LOCALES = [
  { locale: 'locale C.UTF-8', openShop: () => newPostgresShop("template template0 locale 'C.UTF-8'") },
  {
    locale: 'the Turkish ICU locale',
    openShop: () => newPostgresShop("template template0 locale_provider icu icu_locale 'tr' locale 'C.UTF-8'"),
  },
];
