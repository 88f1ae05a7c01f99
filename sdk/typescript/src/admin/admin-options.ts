import type { Kysely } from 'kysely';
import type { AdminDatabase } from './database/transactions.js';
import type { Directory } from './directory/directory.js';
import type { Controller } from './model/controller.js';
import type { AnyTables } from './model/model.js';
import type { Plugin } from './model/plugin.js';
import { MAX_READS } from './database/sqlite-reads.js';
import { Turns } from './database/turns.js';

/** The admin backend of an application: what createHost is given as `admin`. */
export interface AdminOptions {
  /** The tables of the models, and those that migrateAdmin creates. */
  readonly database: AdminDatabase<AnyTables>;
  /** Your own, or the one of createSqlDirectory. */
  readonly directory: Directory;
  readonly controllers: readonly Controller[];
  /** Permissions, navigation and settings screens; at least one for each plugin that has any. */
  readonly plugins: readonly Plugin[];
  /** Language for whoever asks for none that the plugins have. Default: "en". */
  readonly defaultLocale?: string;
}

/** How the admin backend shares a database with the rest of the application. */
export interface AdminDatabaseOptions<DB> {
  /**
   * Where lists and choices are read, instead of `db`. On SQLite `new Kysely({ dialect: sqliteReads(…) })`: without it a long
   * search holds up everything that the process does. On PostgreSQL a pool of its own, on a replica perhaps.
   */
  readonly reads?: Kysely<DB>;
  /**
   * PostgreSQL: transactions of the admin backend at the same time, at least 2, of which lists and choices take one half at
   * the most. What the pool has beyond that is left to sign-ins, cancellations, the token endpoint and the application: give
   * it at least 3 more. Default: 6.
   */
  readonly connections?: number;
}

const CONNECTIONS = 6;

/** The database as the admin backend takes it: `adminDatabase(kysely, 'sqlite')`. */
export function adminDatabase<DB>(
  db: AdminDatabase<DB>['db'],
  engine: AdminDatabase<DB>['engine'],
  { reads, connections = CONNECTIONS }: AdminDatabaseOptions<DB> = {},
): AdminDatabase<AnyTables> {
  if (!Number.isInteger(connections) || connections < 2) {
    throw new RangeError(`connections must be an integer of at least 2, not ${String(connections)}`);
  }
  const isPostgres = engine === 'postgres';
  return {
    db: db as unknown as AdminDatabase<AnyTables>['db'],
    engine,
    lists: {
      db: (reads ?? db) as unknown as AdminDatabase<AnyTables>['db'],
      // Without connections of their own, lists on SQLite wait for its one connection: Kysely lets one at a time have it.
      ...(isPostgres && { turns: new Turns(Math.floor(connections / 2)) }),
      ...(!isPostgres && reads !== undefined && { turns: new Turns(MAX_READS) }),
    },
    ...(isPostgres && { turns: new Turns(connections) }),
  };
}
