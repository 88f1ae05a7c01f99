/** The part of better-sqlite3 and libsql that is needed here. */
interface Connection {
  exec(sql: string): unknown;
  prepare(sql: string): { get(): unknown };
}

const LEVELS = ['off', 'normal', 'full', 'extra'] as const;
export type Synchronous = (typeof LEVELS)[number];

/** The setting of every SQLite contender: a commit is on disk before it is answered. */
export function makeDurable(connection: Connection): void {
  connection.prepare('pragma journal_mode = wal').get();
  connection.exec('pragma synchronous = full');
}

/** What SQLite itself says about the connection. The report prints it, so that unequal settings cannot go unnoticed. */
export function synchronousOf(connection: Connection): Synchronous {
  const { synchronous } = connection.prepare('pragma synchronous').get() as { readonly synchronous: number };
  const level = LEVELS[synchronous];
  if (level === undefined) throw new Error(`SQLite reports the unknown level ${String(synchronous)} of synchronous`);
  return level;
}
