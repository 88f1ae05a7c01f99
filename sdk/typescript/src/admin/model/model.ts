import type { SelectQueryBuilder } from 'kysely';
import type { Column, Value } from './column.js';
import type { AdminContext } from './context.js';

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
