import type { SqliteConnection } from '@gatehouse/host/sql';
import type Libsql from 'libsql';

/** The environment of a host with another driver than the one that the SDK's README recommends for its half. */
export const LIBSQL = { BENCH_DRIVER: 'libsql' };
export const BETTER_SQLITE = { BENCH_DRIVER: 'better-sqlite3' };

/** A connection for the authorization server's tables. Loads one driver only, as an application does. */
export async function openGrants(file = fileOf()): Promise<SqliteConnection> {
  if (process.env['BENCH_DRIVER'] !== undefined) return openTables(file);
  return new (await import('@photostructure/sqlite')).DatabaseSync(file);
}

/** A connection for the admin backend's tables. */
export async function openTables(file = fileOf()): Promise<Libsql.Database> {
  if (process.env['BENCH_DRIVER'] !== BETTER_SQLITE.BENCH_DRIVER) return new (await import('libsql')).default(file);
  const { default: BetterSqlite } = await import('better-sqlite3');
  // The types of both packages describe one interface, each with classes of its own.
  return new BetterSqlite(file) as unknown as Libsql.Database;
}

function fileOf(): string {
  return process.env['BENCH_SQLITE'] ?? ':memory:';
}
