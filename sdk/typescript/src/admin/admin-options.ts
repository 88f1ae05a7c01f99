import type { Kysely } from 'kysely';
import type { AdminDatabase } from './database/transactions.js';
import type { Directory } from './directory/directory.js';
import type { Controller } from './model/controller.js';
import type { AnyTables } from './model/model.js';
import type { Plugin } from './model/plugin.js';
import { MAX_READS } from './database/sqlite-reads.js';
import { Line } from './database/line.js';
import { SharedCommits } from './database/shared-commits.js';
import { Turns } from './database/turns.js';

/** The admin backend of an application: the `admin` option of createHost. */
export interface AdminOptions {
  /** The tables of the models, and those that migrateAdmin creates. */
  readonly database: AdminDatabase<AnyTables>;
  /** Your own, or one from createSqlDirectory. */
  readonly directory: Directory;
  readonly controllers: readonly Controller[];
  /** Permissions, navigation and settings screens. Each plugin that has any needs an entry. */
  readonly plugins: readonly Plugin[];
  /** Language for administrators who request none that the plugins provide. Default: "en". */
  readonly defaultLocale?: string;
}

/** How the admin backend shares a database with the rest of the application. */
export interface AdminDatabaseOptions<DB> {
  /**
   * Where the SDK reads lists and choices, instead of `db`. On SQLite, `new Kysely({ dialect: sqliteReads(…) })`: without
   * it a long search blocks the whole process. On PostgreSQL, a separate pool, for example on a replica.
   */
  readonly reads?: Kysely<DB>;
  /**
   * PostgreSQL: maximum number of concurrent transactions of the admin backend, at least 2. Lists and choices use at most
   * half of them. The rest of the pool serves sign-ins, cancellations, the token endpoint and the application: leave at
   * least 3 more connections for them. Default: 6.
   */
  readonly connections?: number;
}

const CONNECTIONS = 6;

/** Wraps the database for the admin backend: `adminDatabase(kysely, 'sqlite')`. */
export function adminDatabase<DB>(
  db: AdminDatabase<DB>['db'],
  engine: AdminDatabase<DB>['engine'],
  { reads, connections = CONNECTIONS }: AdminDatabaseOptions<DB> = {},
): AdminDatabase<AnyTables> {
  if (!Number.isInteger(connections) || connections < 2) {
    throw new RangeError(`connections must be an integer of at least 2, not ${String(connections)}`);
  }
  const isPostgres = engine === 'postgres';
  const untyped = db as unknown as AdminDatabase<AnyTables>['db'];
  const line = new Line();
  return {
    db: untyped,
    engine,
    lists: {
      db: (reads ?? db) as unknown as AdminDatabase<AnyTables>['db'],
      // Without their own connections, lists on SQLite wait for its only connection: Kysely gives it to one transaction
      // at a time.
      ...(isPostgres && { turns: new Turns(Math.floor(connections / 2)) }),
      ...(!isPostgres && reads !== undefined && { turns: new Turns(MAX_READS) }),
    },
    ...(isPostgres ? { turns: new Turns(connections) } : { line, commits: new SharedCommits(untyped, line) }),
  };
}
