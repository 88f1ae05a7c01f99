import type { SelectQueryBuilder, Transaction } from 'kysely';
import type { Column, Value } from './column.js';

/** The administrator on whose behalf something is done; permissions have been checked already. */
export interface AdminCaller {
  readonly id: string;
  readonly login: string;
  readonly superuser: boolean;
  readonly permissions: readonly string[];
  /** Language for texts that people read: "en", "pt-br". */
  readonly locale: string;
}

/** What scopes, hooks, actions and providers get: who asks, and the transaction that everything has to go through. */
export interface AdminContext<DB> {
  readonly caller: AdminCaller;
  readonly trx: Transaction<DB>;
  /**
   * In the scope of a relation field: what the form holds whose choices are asked for, or held against what is written. By
   * column, belongs-to relations by their foreign key. Absent elsewhere.
   */
  readonly form?: Readonly<Record<string, Value>>;
}

export type TableOf<DB> = keyof DB & string;
export type ColumnOf<DB, T extends TableOf<DB>> = keyof DB[T] & string;
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what Kysely calls a query that has selected nothing yet
export type Query<DB, T extends TableOf<DB>> = SelectQueryBuilder<DB, T, {}>;

/** Limits a query to what exists for the caller. Add `where`s, and name columns with their table. */
export type Scope<DB, T extends TableOf<DB>> = (query: Query<DB, T>, context: AdminContext<DB>) => Query<DB, T>;

/**
 * A query scope that filters and relation fields ask for by name, with what was chosen in the filter. One of a relation field
 * may go by what the form holds of the fields that this one depends on: `context.form`.
 */
export type NamedScope<DB, T extends TableOf<DB>> = (
  query: Query<DB, T>,
  values: readonly Value[],
  context: AdminContext<DB>,
) => Query<DB, T>;

/** A database model: a table of the application, and what the admin backend may know of it. */
export interface ModelDefinition<DB, T extends TableOf<DB>> {
  /** The `modelClass` of the YAML: "Acme\\Blog\\Models\\Post". */
  readonly name: string;
  readonly table: T;
  readonly primaryKey: ColumnOf<DB, T>;
  /** An integer column that every write raises: two administrators cannot overwrite each other unknowingly. */
  readonly version?: ColumnOf<DB, T>;
  /** Columns that may be shown, and unless protected, written. */
  readonly columns: { readonly [C in ColumnOf<DB, T>]?: Column };
  readonly scopes?: Readonly<Record<string, NamedScope<DB, T>>>;
  /** What exists in lists: the controller's own, relation managers, choices of fields and filters. Default: everything. */
  readonly listScope?: Scope<DB, T>;
}

/** Any application's tables. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A model without its types, as the SDK works with it. */
export type Model = ModelDefinition<AnyTables, string>;

/** `defineModel<Database>()({ table: 'posts', … })`: a table or column that does not exist does not compile. */
export function defineModel<DB>() {
  return <const T extends TableOf<DB>>(definition: ModelDefinition<DB, T>): Model => definition as unknown as Model;
}

/** How a controller's model is related to another one. Names of tables and keys are never guessed. */
export type Relation = BelongsTo | BelongsToMany | HasMany;

interface RelationBase {
  readonly model: Model;
  /** Column of the related model that stands for a record, unless the YAML names another one. */
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
