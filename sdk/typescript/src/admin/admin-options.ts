import type { AdminDatabase } from './database.js';
import type { Directory } from './directory/directory.js';
import type { Controller } from './model/controller.js';
import type { AnyTables } from './model/model.js';
import type { Plugin } from './model/plugin.js';

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

/** The database as the admin backend takes it: `adminDatabase(kysely, 'sqlite')`. */
export function adminDatabase<DB>(
  db: AdminDatabase<DB>['db'],
  engine: AdminDatabase<DB>['engine'],
): AdminDatabase<AnyTables> {
  return { db: db as unknown as AdminDatabase<AnyTables>['db'], engine };
}
