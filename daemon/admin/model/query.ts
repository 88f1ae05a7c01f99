import type { Cell, Column, Relation } from './column.js';

/**
 * A query as data. Every column and relation in it is the declared one itself, never a name from a request: what is not
 * declared cannot even be asked for. The host gets the names, and answers are held against the declarations.
 */

/** A column of the queried model, or of the one that a relation leads to. */
export interface ColumnReference {
  /** Absent: a column of the queried model itself. */
  readonly relation?: Relation;
  readonly column: Column;
}

/** What of each record is wanted. The answer has it in the same order. */
export interface Selection {
  readonly columns: readonly Column[];
  readonly relations: readonly RelationSelection[];
  /** The most characters that are wanted of a value, and of a related record's. Absent: values are wanted whole. */
  readonly maxText?: number;
  readonly maxRelatedText?: number;
}

export const NOTHING_SELECTED: Selection = Object.freeze({ columns: [], relations: [] });

export type RelationSelection =
  /** The related records, each with one of its columns: as label of a form field, or as value of a list column. */
  | {
      readonly kind: 'related';
      readonly relation: Relation;
      readonly column: Column;
      /** At most so many related records a record: 1 for a belongsTo. */
      readonly limit: number;
    }
  /** How many related records there are. */
  | { readonly kind: 'count'; readonly relation: Relation };

export type ComparisonOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in' | 'contains' | 'isNull' | 'isNotNull';

export type Condition =
  | {
      readonly kind: 'column';
      readonly reference: ColumnReference;
      readonly operator: ComparisonOperator;
      /** One; at least one for `in`; none for `isNull` and `isNotNull`. Of the column's kind, never null. */
      readonly values: readonly Cell[];
    }
  /** Related to at least one of these records. */
  | { readonly kind: 'related'; readonly relation: Relation; readonly ids: readonly string[] };

/** A query scope of the application, by its registered name. */
export interface NamedScope {
  readonly name: string;
  /** What was chosen in the filter; empty where the scope takes nothing. */
  readonly values: readonly Cell[];
}

/** all: each term in some column. any: some term in some column. exact: the one term, which may have spaces in it. */
export type SearchMode = 'all' | 'any' | 'exact';

export interface Search {
  readonly mode: SearchMode;
  /** At least one, none empty; exactly one for `exact`. */
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

export interface ListQuery {
  readonly selection: Selection;
  readonly conditions: readonly Condition[];
  readonly scopes: readonly NamedScope[];
  readonly search?: Search;
  /** The primary key is always the last tie-breaker, ascending; the host adds it. */
  readonly sorts: readonly Sort[];
  readonly page: Page;
  /** Whether the total is wanted: a COUNT over everything that matches. */
  readonly count: boolean;
  /** With `count`: the host may stop there. Absent: it counts to the end. */
  readonly countAtMost?: number;
}
