export { adminDatabase } from './admin-options.js';
export type { AdminDatabaseOptions, AdminOptions } from './admin-options.js';
export type { AdminDatabase, Engine } from './database/transactions.js';
export { createSqlDirectory } from './directory/sql-directory.js';
export type { Imports } from './imports/imports.js';
export type { SavedView, ViewChange, ViewContents, ViewRefusal, Views } from './views/views.js';
export type { Account, AccountRefusal, Accounts, PasswordChange, Preference, Profile } from './accounts/accounts.js';
export type { AddPasskeyRefusal, NewPasskey, Passkey, Passkeys, PasskeyUse } from './passkeys/passkeys.js';
export type { NewSecondFactor, SecondFactor, SecondFactors, SecondFactorUse } from './second-factors/second-factors.js';
export type { NewSession, Session, SessionDevice, Sessions, SessionUse } from './sessions/sessions.js';
export { migrateAdmin } from './directory/migrate-admin.js';
export type { CallLimits } from '../wire/call.js';
export type { DirectoryTables } from './directory/tables.js';
export type {
  Administrator,
  CreationRefused,
  Credentials,
  Directory,
  NewAdministrator,
  Retirement,
  SignInRecord,
  TokenReference,
  TokenRefusal,
} from './directory/directory.js';
export * as column from './model/column.js';
export type { Column, ColumnType, Value } from './model/column.js';
export { computed } from './model/computed.js';
export type { ColumnReference, ComputedColumn, ComputedExpression } from './model/computed.js';
export type { AdminCaller, AdminContext } from './model/model.js';
export { defineController } from './model/controller.js';
export type {
  Action,
  ActionInvocation,
  ActionResult,
  Choice,
  Controller,
  ControllerDefinition,
  Hooks,
  OptionProvider,
  Values,
} from './model/controller.js';
export { Invalid, Refused } from './model/controller.js';
export { defineModel } from './model/model.js';
export type { Model, ModelDefinition, NamedScope, Query, Scope } from './model/model.js';
export type { NavigationItem, Permission, Plugin, SettingsHooks, SettingsScreen } from './model/plugin.js';
export { belongsTo, belongsToMany, hasMany } from './model/model.js';
export type { BelongsTo, BelongsToMany, HasMany, Relation } from './model/model.js';
export { preparedStatements } from './database/prepared-statements.js';
export { sqliteReads } from './database/sqlite-reads.js';
export type { AsyncSqliteConnection } from './database/sqlite-reads.js';
export { markAsRecord, TrustedHtml } from './model/view-model.js';
export type { ViewModel } from './model/view-model.js';
