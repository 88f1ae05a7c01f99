import type { ColumnType, Generated, Transaction } from 'kysely';
import type { AdminDatabase } from '../database/transactions.js';
import type { AnyTables } from '../model/model.js';

/** PostgreSQL returns a bigint as text, SQLite as a number: read it through Number. */
type Bigint = ColumnType<number | string, number, number>;
type NullableBigint = ColumnType<number | string | null, number | null, number | null>;

/**
 * The tables of the admin backend (`migrate`). On both engines, booleans are 0 and 1, times are epoch milliseconds, and
 * lists are JSON texts.
 */
export interface DirectoryTables {
  backend_users: UsersTable;
  backend_user_roles: RolesTable;
  backend_jwt_blacklist: BlacklistTable;
  backend_settings: SettingsTable;
  backend_preferences: PreferencesTable;
  backend_sessions: SessionsTable;
  backend_second_factors: SecondFactorsTable;
  backend_passkeys: PasskeysTable;
  backend_views: ViewsTable;
  backend_imports: ImportsTable;
  gatehouse_admin_migrations: MigrationsTable;
}

/** The same database, in which migrateAdmin has created these tables. */
export function directoryTables(database: AdminDatabase<AnyTables>): AdminDatabase<DirectoryTables> {
  return database;
}

export type DirectoryTransaction = Transaction<DirectoryTables>;

/** The same transaction, for these tables. */
export function directoryTransaction(trx: Transaction<AnyTables>): DirectoryTransaction {
  return trx;
}

export interface UsersTable {
  id: Generated<number>;
  login: string;
  /** The login in lower case, for comparisons. */
  login_key: string;
  email: string;
  email_key: string;
  name: string;
  password_hash: string;
  role_id: number | null;
  is_superuser: number;
  /** 0: may not sign in. Raise token_version along with it. */
  is_activated: number;
  /** JSON list of the administrator's codes in addition to those of the role. */
  permissions: string;
  locale: string;
  token_version: number;
  /** 1: another password must be chosen before anything else. */
  must_change_password: Generated<number>;
  /** Every change on the screens raises it. */
  version: Generated<number>;
  last_login_at: NullableBigint;
  created_at: Bigint;
  updated_at: Bigint;
}

export interface RolesTable {
  id: Generated<number>;
  code: string;
  name: string;
  /** JSON list of codes. */
  permissions: string;
  /** 1: administrators with the role must have a second factor. */
  requires_second_factor: Generated<number>;
  version: Generated<number>;
  created_at: Bigint;
}

/** Documents of one administrator: appearance, lists, saved views. */
export interface PreferencesTable {
  user_id: number;
  item_key: string;
  document: string;
  updated_at: Bigint;
}

/** Sessions that have not ended. A row of an earlier token version is out of use. */
export interface SessionsTable {
  session_id: string;
  user_id: number;
  token_version: number;
  browser: string;
  system: string;
  network: string;
  opened_at: Bigint;
  used_at: Bigint;
  expires_at: Bigint;
}

/** One of each administrator who has an app or a passkey. */
export interface SecondFactorsTable {
  user_id: number;
  /** Sealed by Gatehouse. Empty: no app, only passkeys. */
  sealed_secret: string;
  /** The latest step whose code was accepted. */
  last_step: Bigint;
  /** JSON list of SHA-256 hashes of the unused recovery codes. */
  recovery_hashes: string;
  created_at: Bigint;
}

/** Passkeys of administrators who have a row in backend_second_factors. */
export interface PasskeysTable {
  /** base64url. */
  credential_id: string;
  user_id: Bigint;
  public_key: string;
  /** Up to 2^32 - 1. */
  sign_count: Bigint;
  /** JSON list of texts. */
  transports: string;
  backed_up: number;
  name: string;
  created_at: Bigint;
  used_at: NullableBigint;
}

/** Saved views of lists. */
export interface ViewsTable {
  /** Random: never used again for another view. */
  id: string;
  /** The controller of the list. */
  list: string;
  user_id: Bigint;
  shared: number;
  name: string;
  query: string;
  version: number;
  updated_at: Bigint;
}

/** Imports that are done, for requests that are repeated because their answer was lost. */
export interface ImportsTable {
  /** Hexadecimal. */
  import_id: string;
  records: number;
  imported_at: Bigint;
}

export interface BlacklistTable {
  token_id: string;
  effective_at: Bigint;
  expires_at: Bigint;
}

export interface SettingsTable {
  /** Code of the screen. */
  code: string;
  /** JSON object of the values, by column. */
  item_values: string;
  version: number;
}

export interface MigrationsTable {
  name: string;
  applied_at: number;
}
