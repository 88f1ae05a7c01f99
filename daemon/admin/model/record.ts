import type { Cell, Column, ReadCell, Relation } from './column.js';
import type { NamedScope } from './query.js';

/** A record as it was selected: cells and relations stand in the order of the Selection. */
export interface AdminRecord {
  /** The primary key as text, never empty. */
  readonly id: string;
  /** Of a versioned model: changes with every write. Opaque. */
  readonly version?: string;
  readonly cells: readonly ReadCell[];
  readonly relations: readonly RelationValue[];
}

export type RelationValue =
  | {
      readonly kind: 'related';
      readonly items: readonly RelatedItem[];
      /** There are more than the selection's limit. */
      readonly hasMore: boolean;
    }
  | { readonly kind: 'count'; readonly count: number };

export interface RelatedItem {
  readonly id: string;
  /** Of the selected column. */
  readonly value: ReadCell;
}

export interface RecordPage {
  readonly records: readonly AdminRecord[];
  readonly hasMore: boolean;
  /** How many there are on all pages; absent when no count was asked for, or not all were counted. */
  readonly total?: number;
  /** There are more than so many: the count ended at the query's `countAtMost`. */
  readonly totalOver?: number;
}

/** One column's value on its way to the host. */
export interface ColumnWrite {
  readonly column: Column;
  readonly value: Cell;
  /** The field's choices come from this provider: the host refuses a value that it would not offer, on this field. */
  readonly optionProvider?: string;
}

/** What a relation is to be from now on, as a whole. */
export interface RelationWrite {
  readonly relation: Relation;
  /** Unique; at most one for a belongsTo. Empty: related to nothing. */
  readonly ids: readonly string[];
  /** What the field's options are limited to, besides the target's list scope. An id outside of either is refused. */
  readonly scope?: NamedScope;
}

export interface RecordWrite {
  readonly columns: readonly ColumnWrite[];
  readonly relations: readonly RelationWrite[];
}

/** What is wrong with one field. Texts are in the caller's locale, made by the host. */
export interface FieldError {
  /** Name of a column or relation. */
  readonly field: string;
  /** At least one, none empty. */
  readonly messages: readonly string[];
}

/** A choice of a relation field, a filter or an option provider. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface OptionPage {
  readonly options: readonly Option[];
  readonly hasMore: boolean;
}

/**
 * A partial's view model as the host sent it: cells in lists and maps. Two kinds mark what a view model must not hold: the
 * host's SDK recognises a database model or pre-escaped markup, and the daemon refuses the view model that has one anywhere,
 * so that the rule is enforced once for every language a host is written in.
 */
export type ViewValue =
  | Cell
  | { readonly kind: 'list'; readonly items: readonly ViewValue[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, ViewValue> }
  | { readonly kind: 'record'; readonly model: string }
  | { readonly kind: 'trustedHtml' };
