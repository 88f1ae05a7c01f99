export { adminDatabase } from './admin-options.js';
export type { AdminDatabaseOptions, AdminOptions } from './admin-options.js';
export type { AdminDatabase, Engine } from './database.js';
export { createSqlDirectory } from './directory/sql-directory.js';
export { migrateAdmin } from './directory/migrate.js';
export type { CallLimits } from '../host/call-limits.js';
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
export type { AdminCaller, AdminContext } from './model/context.js';
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
export { Invalid, Refused } from './model/errors.js';
export { defineModel } from './model/model.js';
export type { Model, ModelDefinition, NamedScope, Query, Scope } from './model/model.js';
export type { NavigationItem, Permission, Plugin, SettingsHooks, SettingsScreen } from './model/plugin.js';
export { belongsTo, belongsToMany, hasMany } from './model/relation.js';
export type { BelongsTo, BelongsToMany, HasMany, Relation } from './model/relation.js';
export { preparedStatements } from './prepared-statements.js';
export { sqliteReads } from './sqlite-reads.js';
export type { AsyncSqliteConnection } from './sqlite-reads.js';
export { markAsRecord, TrustedHtml } from './model/view-model.js';
export type { ViewModel } from './model/view-model.js';
