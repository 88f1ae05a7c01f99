import type { Cell, CellKind } from './cell.js';

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
