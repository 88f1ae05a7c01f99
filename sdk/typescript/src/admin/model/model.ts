import type { SelectQueryBuilder, Transaction } from 'kysely';
import type { Column, Value } from './column.js';
import type { ComputedColumn } from './computed.js';

/** The administrator who makes the request. Gatehouse has already checked the permissions. */
export interface AdminCaller {
  readonly id: string;
  readonly login: string;
  readonly superuser: boolean;
  readonly permissions: readonly string[];
  /** Language for displayed texts: "en", "pt-br". */
  readonly locale: string;
}

/** The context of scopes, hooks, actions and providers: the caller, and the transaction to use for all queries. */
export interface AdminContext<DB> {
  readonly caller: AdminCaller;
  readonly trx: Transaction<DB>;
  /**
   * In the scope of a relation field: the values of the form whose choices are listed or validated. By column, belongs-to
   * relations by their foreign key. Absent elsewhere.
   */
  readonly form?: Readonly<Record<string, Value>>;
}

export type TableOf<DB> = keyof DB & string;
export type ColumnOf<DB, T extends TableOf<DB>> = keyof DB[T] & string;
// oxlint-disable-next-line typescript/no-empty-object-type -- Kysely's type of a query without selections
export type Query<DB, T extends TableOf<DB>> = SelectQueryBuilder<DB, T, {}>;

/** Limits a query to the records that exist for the caller. Add `where`s, and qualify columns with their table. */
export type Scope<DB, T extends TableOf<DB>> = (query: Query<DB, T>, context: AdminContext<DB>) => Query<DB, T>;

/**
 * A query scope that filters and relation fields refer to by name, with the values chosen in the filter. The scope of a
 * relation field may use the form's values of the fields that it depends on: `context.form`.
 */
export type NamedScope<DB, T extends TableOf<DB>> = (
  query: Query<DB, T>,
  values: readonly Value[],
  context: AdminContext<DB>,
) => Query<DB, T>;

/** A database model: a table of the application, and the parts of it that the admin backend may use. */
export interface ModelDefinition<DB, T extends TableOf<DB>> {
  /** The `modelClass` of the YAML: "Acme\\Blog\\Models\\Post". */
  readonly name: string;
  readonly table: T;
  readonly primaryKey: ColumnOf<DB, T>;
  /**
   * An integer column that every write raises, so that two administrators cannot unknowingly overwrite each other's
   * changes.
   */
  readonly version?: ColumnOf<DB, T>;
  /** Columns that Gatehouse may show and, unless protected, write. */
  readonly columns: { readonly [C in ColumnOf<DB, T>]?: Column };
  /** Columns that only hooks write, such as hashes of passwords. No request names them, and no answer has them. */
  readonly hidden?: { readonly [C in ColumnOf<DB, T>]?: Column };
  /** Columns that the table does not have, by name. See `computed`. */
  readonly computed?: Readonly<Record<string, ComputedColumn>>;
  readonly scopes?: Readonly<Record<string, NamedScope<DB, T>>>;
  /** Limits lists: the controller's own, relation managers, choices of fields and filters. Default: no limit. */
  readonly listScope?: Scope<DB, T>;
}

/** Any application's tables. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A model without its types, for use inside the SDK. */
export type Model = ModelDefinition<AnyTables, string>;

/** `defineModel<Database>()({ table: 'posts', … })`: a nonexistent table or column is a compile error. */
export function defineModel<DB>() {
  return <const T extends TableOf<DB>>(definition: ModelDefinition<DB, T>): Model => definition as unknown as Model;
}

/** How a controller's model is related to another one. Tables and keys are always explicit. */
export type Relation = BelongsTo | BelongsToMany | HasMany;

interface RelationBase {
  readonly model: Model;
  /** Column of the related model that labels a record, unless the YAML names another one. */
  readonly label: string;
}

export interface BelongsTo extends RelationBase {
  readonly kind: 'belongsTo';
  /** Column of the controller's model. */
  readonly foreignKey: string;
}

export interface BelongsToMany extends RelationBase {
  readonly kind: 'belongsToMany';
  readonly pivotTable: string;
  /** Column of the pivot table that holds the key of the controller's model. */
  readonly foreignKey: string;
  /** Column of the pivot table that holds the key of the related model. */
  readonly relatedKey: string;
}

export interface HasMany extends RelationBase {
  readonly kind: 'hasMany';
  /** Column of the related model. */
  readonly foreignKey: string;
}

export function belongsTo(model: Model, keys: Omit<BelongsTo, 'kind' | 'model'>): BelongsTo {
  return { kind: 'belongsTo', model, ...keys };
}

export function belongsToMany(model: Model, keys: Omit<BelongsToMany, 'kind' | 'model'>): BelongsToMany {
  return { kind: 'belongsToMany', model, ...keys };
}

export function hasMany(model: Model, keys: Omit<HasMany, 'kind' | 'model'>): HasMany {
  return { kind: 'hasMany', model, ...keys };
}
