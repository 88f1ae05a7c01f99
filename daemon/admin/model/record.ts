import type { Tone } from '../api/tones.js';
import { TONES } from '../api/tones.js';
import type { Cell, Column, ReadCell, Relation } from './column.js';
import type { NamedScope } from './query.js';

/** A record in answer to a query: its cells and relations are in the order of the Selection. */
export interface AdminRecord {
  /** The primary key as a string, never empty. */
  readonly id: string;
  /** Only for a versioned model. Opaque; changes with every write. */
  readonly version?: string;
  readonly cells: readonly ReadCell[];
  readonly relations: readonly RelationValue[];
}

export type RelationValue =
  | {
      readonly kind: 'related';
      readonly items: readonly RelatedItem[];
      /** True if there are more than the selection's limit. */
      readonly hasMore: boolean;
    }
  | { readonly kind: 'count'; readonly count: number };

export interface RelatedItem {
  readonly id: string;
  /** The value of the selected column. */
  readonly value: ReadCell;
}

/** @typeParam Row what the caller made of each record */
export interface RecordPage<Row = AdminRecord> {
  readonly records: readonly Row[];
  readonly hasMore: boolean;
  /** The number of records on all pages; absent if the query asked for no count, or the host did not count all. */
  readonly total?: number;
  /** There are more than this number: the count stopped at the query's `countAtMost`. */
  readonly totalOver?: number;
}

/** A new value of a column, on its way to the host. */
export interface ColumnWrite {
  readonly column: Column;
  readonly value: Cell;
  /** This provider supplies the field's choices. The host rejects any other value with an error on this field. */
  readonly optionProvider?: string;
}

/** The complete new state of a relation. */
export interface RelationWrite {
  readonly relation: Relation;
  /** Unique; at most one for a belongsTo. An empty list removes all links. */
  readonly ids: readonly string[];
  /** The scope of the field's options, in addition to the target's list scope. The host rejects an id outside either. */
  readonly scope?: NamedScope;
}

export interface RecordWrite {
  readonly columns: readonly ColumnWrite[];
  readonly relations: readonly RelationWrite[];
}

/** Errors about one field. The host supplies the texts in the caller's locale. */
export interface FieldError {
  /** Name of a column or relation. */
  readonly field: string;
  /** At least one, and none is empty. */
  readonly messages: readonly string[];
}

/** A choice of a relation field, a filter or an option provider. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** The meaning of a provider's choice, by which the page colors it. */
  readonly color?: Tone;
}

/** Undefined for a text that names no tone. */
export function toneOf(text: string): Tone | undefined {
  return TONES.find((tone) => tone === text);
}

export interface OptionPage {
  readonly options: readonly Option[];
  readonly hasMore: boolean;
}

/**
 * A partial's view model from the host: cells in lists and maps. Two kinds mark values that a view model must not contain: the
 * host's SDK marks a database model or pre-escaped markup, and the daemon rejects a view model that contains one anywhere. The
 * daemon thus enforces the rule for hosts in every language.
 */
export type ViewValue =
  | Cell
  | { readonly kind: 'list'; readonly items: readonly ViewValue[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, ViewValue> }
  | { readonly kind: 'record'; readonly model: string }
  | { readonly kind: 'trustedHtml' };
