/**
 * One value of a record, with its kind: what crosses to the host and back, and what a body's value becomes before it is
 * written. A cell is never guessed from a JavaScript value: the column it belongs to says which kind it has.
 */
export type Cell =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** The whole range of a signed 64-bit integer. */
  | { readonly kind: 'int64'; readonly value: bigint }
  /** May be NaN or infinite when it comes from the host: JSON has neither. */
  | { readonly kind: 'double'; readonly value: number }
  /** Plain digits without exponent: "-12.50". */
  | { readonly kind: 'decimal'; readonly value: string }
  | { readonly kind: 'string'; readonly value: string }
  /** "2026-02-28", of the proleptic Gregorian calendar. */
  | { readonly kind: 'date'; readonly value: string }
  /** Time of day without zone: "23:59:59" or "23:59:59.123456". */
  | { readonly kind: 'time'; readonly value: string }
  /** Epoch milliseconds. */
  | { readonly kind: 'timestamp'; readonly value: number }
  /** A JSON text, known to be one. */
  | { readonly kind: 'json'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Buffer };

/**
 * A stored value that does not fit its column, as a read found it. It is shown as its raw text and never written back: only
 * answers of the host hold it.
 */
export interface InvalidCell {
  readonly kind: 'invalid';
  /** At most 500 characters. */
  readonly raw: string;
}

/** The beginning of a stored value that is longer than the selection wants. Never of a selection of whole values. */
export interface TruncatedCell {
  readonly kind: 'truncated';
  /** Of bytes as Base64. */
  readonly text: string;
}

/** A value of a record that was read. */
export type ReadCell = Cell | InvalidCell | TruncatedCell;

type CellKind = Cell['kind'];

/** The range of an int64 cell. */
export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

export const NULL_CELL: Cell = Object.freeze({ kind: 'null' });

/** What a database column holds. "integer" stays below 2^53 and is a JSON number; "bigint" is a JSON string. */
export const COLUMN_TYPES = [
  'bool',
  'integer',
  'bigint',
  'double',
  'decimal',
  'string',
  'date',
  'time',
  'timestamp',
  'json',
  'bytes',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** Whether values of the column have no length that the contract bounds. */
export function mayBeLong({ type }: Pick<Column, 'type'>): boolean {
  return type === 'string' || type === 'json' || type === 'bytes';
}

/** A column of a model, as the host declares it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Never written through a form, whatever the form says: keys, password hashes, counters, timestamps. */
  readonly protected: boolean;
  /** string: characters (code points) at the most. bytes: bytes at the most. */
  readonly maxLength?: number;
  /** decimal: digits in all. */
  readonly precision?: number;
  /** decimal: digits after the point. */
  readonly scale?: number;
  /** integer, bigint: least and greatest value, always present; what the type allows where the host says nothing. */
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  /** What the database writes when a new record carries no value. */
  readonly default?: Cell;
}

/** The kind of a column's cells, apart from null. */
export function cellKindOf(type: ColumnType): Exclude<CellKind, 'null'> {
  return type === 'integer' || type === 'bigint' ? 'int64' : type;
}

/**
 * How a model is related to another one. Tables and keys are always the host's word, never guessed from names; only the
 * host uses them, to build its queries.
 */
export type Relation = BelongsTo | BelongsToMany | HasMany;

interface RelationBase {
  /** Name of the relation: the key of a form field or relation manager, or the `relation` of a list column. */
  readonly name: string;
  /** Name of the related model, which is registered. */
  readonly relatedModel: string;
  /** Table of the related model. */
  readonly relatedTable: string;
  /** Column of the related model that stands for a record in labels, unless the YAML says another one (`nameFrom`). */
  readonly labelColumn: string;
}

/** This record holds the related one's key. */
export interface BelongsTo extends RelationBase {
  readonly kind: 'belongsTo';
  /** Column of this model. Where it is not nullable, the relation is required. */
  readonly foreignKey: string;
}

/** A pivot table holds the pairs. */
export interface BelongsToMany extends RelationBase {
  readonly kind: 'belongsToMany';
  readonly pivotTable: string;
  /** Column of the pivot table that holds this model's key. */
  readonly pivotForeignKey: string;
  /** Column of the pivot table that holds the related model's key. */
  readonly pivotRelatedKey: string;
}

/** The related records hold this one's key. */
export interface HasMany extends RelationBase {
  readonly kind: 'hasMany';
  /** Column of the related model. Unlinking sets it to null; where it is not nullable, nothing can be unlinked. */
  readonly foreignKey: string;
}

export type RelationKind = Relation['kind'];

export function isToMany(relation: Relation): boolean {
  return relation.kind !== 'belongsTo';
}
