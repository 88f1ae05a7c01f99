import type { Cell, Column, Relation } from './column.js';

/**
 * A query as data. It refers to declared columns and relations as objects, never by names from a request, so a query cannot
 * mention an undeclared one. The host receives the names, and Gatehouse checks the answers against the declarations.
 */

/** A column of the queried model, or of the model that a relation leads to. */
export interface ColumnReference {
  /** Absent for a column of the queried model itself. */
  readonly relation?: Relation;
  readonly column: Column;
}

/** The parts of each record to return. The answer keeps their order. */
export interface Selection {
  readonly columns: readonly Column[];
  readonly relations: readonly RelationSelection[];
  /** The most characters that are wanted of a value, and of a related record's. Absent: values are wanted whole. */
  readonly maxText?: number;
  readonly maxRelatedText?: number;
}

export const NOTHING_SELECTED: Selection = Object.freeze({ columns: [], relations: [] });

export type RelationSelection =
  /** The related records, each with one of its columns: the label of a form field or the value of a list column. */
  | {
      readonly kind: 'related';
      readonly relation: Relation;
      readonly column: Column;
      /** Maximum number of related records per record: 1 for a belongsTo. */
      readonly limit: number;
    }
  /** The number of related records. */
  | { readonly kind: 'count'; readonly relation: Relation };

export type ComparisonOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in' | 'contains' | 'isNull' | 'isNotNull';

export type Condition =
  | {
      readonly kind: 'column';
      readonly reference: ColumnReference;
      readonly operator: ComparisonOperator;
      /**
       * One value; at least one for `in`; none for `isNull` and `isNotNull`. They have the column's kind and are never null.
       */
      readonly values: readonly Cell[];
    }
  /** Related to at least one of these records. */
  | { readonly kind: 'related'; readonly relation: Relation; readonly ids: readonly string[] };

/** A query scope of the application, by its registered name. */
export interface NamedScope {
  readonly name: string;
  /** The values chosen in the filter; empty if the scope takes none. */
  readonly values: readonly Cell[];
  /** The model whose records the values are: the host leaves out those that the caller may not see. Absent: they are no records. */
  readonly valuesOf?: string;
}

/**
 * all: each term matches in some column. any: at least one term matches in some column. exact: the one term, which may contain
 * spaces.
 */
export type SearchMode = 'all' | 'any' | 'exact';

export interface Search {
  readonly mode: SearchMode;
  /** At least one, and none is empty; exactly one for `exact`. */
  readonly terms: readonly string[];
  /** At least one. */
  readonly columns: readonly ColumnReference[];
}

export interface Sort {
  readonly reference: ColumnReference;
  readonly descending: boolean;
}

export interface Page {
  /** From 1. */
  readonly number: number;
  /** 1 to 200. */
  readonly size: number;
}

/** The part of a list's query that decides which records match. */
export type Matching = Pick<ListQuery, 'conditions' | 'scopes' | 'search'>;

export interface ListQuery {
  readonly selection: Selection;
  readonly conditions: readonly Condition[];
  readonly scopes: readonly NamedScope[];
  readonly search?: Search;
  /** The primary key is always the last tie-breaker, ascending; the host adds it. */
  readonly sorts: readonly Sort[];
  readonly page: Page;
  /** True to return the total: a COUNT of all matching records. */
  readonly count: boolean;
  /** With `count`: the host may stop counting here. Absent: it counts all. */
  readonly countAtMost?: number;
}
