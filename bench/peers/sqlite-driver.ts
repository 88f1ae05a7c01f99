import type Libsql from 'libsql';

/** Environment of a host that uses better-sqlite3 instead of libsql, the default of the SDK. */
export const BETTER_SQLITE = { BENCH_DRIVER: 'better-sqlite3' };

/** A connection of the driver that BENCH_DRIVER names. Loads only that one, as an application does. */
export async function openSqlite(file = process.env['BENCH_SQLITE'] ?? ':memory:'): Promise<Libsql.Database> {
  if (process.env['BENCH_DRIVER'] !== BETTER_SQLITE.BENCH_DRIVER) return new (await import('libsql')).default(file);
  const { default: BetterSqlite } = await import('better-sqlite3');
  // The types of both packages describe one interface, each with classes of its own.
  return new BetterSqlite(file) as unknown as Libsql.Database;
}
