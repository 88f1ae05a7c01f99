/**
 * One value of a record, with its kind: the form that Gatehouse exchanges with the host, and into which it converts a body's
 * values before it writes them. The column determines the kind; Gatehouse never guesses it from a JavaScript value.
 */
export type Cell =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** The whole range of a signed 64-bit integer. */
  | { readonly kind: 'int64'; readonly value: bigint }
  /** May be NaN or infinite if it comes from the host. JSON represents neither. */
  | { readonly kind: 'double'; readonly value: number }
  /** Plain digits without exponent: "-12.50". */
  | { readonly kind: 'decimal'; readonly value: string }
  | { readonly kind: 'string'; readonly value: string }
  /** "2026-02-28", in the proleptic Gregorian calendar. */
  | { readonly kind: 'date'; readonly value: string }
  /** Time of day without zone: "23:59:59" or "23:59:59.123456". */
  | { readonly kind: 'time'; readonly value: string }
  /** Epoch milliseconds. */
  | { readonly kind: 'timestamp'; readonly value: number }
  /** Validated JSON text. */
  | { readonly kind: 'json'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Buffer };

/**
 * A stored value that does not fit its column, found by a read. Gatehouse shows its raw text and never writes it back. Only the
 * host's answers contain it.
 */
export interface InvalidCell {
  readonly kind: 'invalid';
  /** At most 500 characters. */
  readonly raw: string;
}

/** The beginning of a stored value that is longer than the selection allows. Selections of whole values never have one. */
export interface TruncatedCell {
  readonly kind: 'truncated';
  /** Of bytes as Base64. */
  readonly text: string;
}

/** A value of a record that Gatehouse has read. */
export type ReadCell = Cell | InvalidCell | TruncatedCell;

type CellKind = Cell['kind'];

/** The range of an int64 cell. */
export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

export const NULL_CELL: Cell = Object.freeze({ kind: 'null' });

/** The type of a database column. An "integer" stays below 2^53 and is a JSON number; a "bigint" is a JSON string. */
export type ColumnType =
  | 'bool'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'decimal'
  | 'string'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'json'
  | 'bytes';

/** Whether values of the column have no length that the contract bounds. */
export function mayBeLong({ type }: Pick<Column, 'type'>): boolean {
  return type === 'string' || type === 'json' || type === 'bytes';
}

/** A column of a model, declared by the host. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Forms never write it, whatever the YAML says: keys, password hashes, counters, timestamps. */
  readonly protected: boolean;
  /** string: maximum in characters (code points). bytes: maximum in bytes. */
  readonly maxLength?: number;
  /** decimal: total number of digits. */
  readonly precision?: number;
  /** decimal: digits after the point. */
  readonly scale?: number;
  /** integer, bigint: least and greatest value, always present; the limits of the type if the host sets none. */
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  /** The value that the database writes if a new record sets none. */
  readonly default?: Cell;
}

/** The kind of a column's cells, except for null. */
export function cellKindOf(type: ColumnType): Exclude<CellKind, 'null'> {
  return type === 'integer' || type === 'bigint' ? 'int64' : type;
}

/**
 * The relation of a model to another one. The host names tables and keys; Gatehouse never derives them from names. Only the
 * host uses them, to build its queries.
 */
export type Relation = BelongsTo | BelongsToMany | HasMany;

interface RelationBase {
  /** Name of the relation: the key of a form field or relation manager, or the `relation` of a list column. */
  readonly name: string;
  /** Name of the related model, which must be registered. */
  readonly relatedModel: string;
  /** Table of the related model. */
  readonly relatedTable: string;
  /** Column of the related model that labels its records, unless the YAML names another (`nameFrom`). */
  readonly labelColumn: string;
}

/** This record contains the related record's key. */
export interface BelongsTo extends RelationBase {
  readonly kind: 'belongsTo';
  /** Column of this model. The relation is required if the column is not nullable. */
  readonly foreignKey: string;
}

/** A pivot table contains the pairs. */
export interface BelongsToMany extends RelationBase {
  readonly kind: 'belongsToMany';
  readonly pivotTable: string;
  /** Column of the pivot table with this model's key. */
  readonly pivotForeignKey: string;
  /** Column of the pivot table with the related model's key. */
  readonly pivotRelatedKey: string;
}

/** The related records contain this record's key. */
export interface HasMany extends RelationBase {
  readonly kind: 'hasMany';
  /** Column of the related model. Unlinking sets it to null; if it is not nullable, no record can be unlinked. */
  readonly foreignKey: string;
}

export type RelationKind = Relation['kind'];

export function isToMany(relation: Relation): boolean {
  return relation.kind !== 'belongsTo';
}
