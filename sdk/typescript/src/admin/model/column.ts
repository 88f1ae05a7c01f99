/** The type of a column. "integer" stays below 2^53; "bigint" has 64 bits; decimals are texts and never rounded. */
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

/**
 * A value of a record in hooks, actions and scopes: boolean; number (integer, double); bigint; string (decimal "-12.50",
 * string, date "2026-02-28", time "23:59:59", json as JSON text); Date (timestamp); Buffer (bytes); null.
 */
export type Value = boolean | number | bigint | string | Date | Buffer | null;

export interface Column {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Never written through a form: keys, counters, owners. The primary key is always protected. */
  readonly protected: boolean;
  readonly maxLength?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: Value;
  /** timestamp and decimal on SQLite: how the database stores it. */
  readonly stored?: 'text' | 'milliseconds';
}

interface Common {
  /** Default: false. */
  readonly nullable?: boolean;
  /** Default: false. */
  readonly protected?: boolean;
  /** The value that the database writes if a new record has none. */
  readonly default?: Value;
}

function column(type: ColumnType, options: Common & Partial<Column>): Column {
  return { nullable: false, protected: false, ...options, type };
}

export const bool = (options: Common = {}): Column => column('bool', options);
export const integer = (options: Common & { readonly minimum?: number; readonly maximum?: number } = {}): Column =>
  column('integer', options);
export const bigint = (options: Common = {}): Column => column('bigint', options);
export const double = (options: Common = {}): Column => column('double', options);
/**
 * A decimal number that is never rounded. SQLite has no such type: its NUMERIC columns hold 15 digits, and the SDK
 * rejects a value with more (422 on the field). With `stored: 'text'` and a TEXT column it holds any number of digits.
 * The SDK then compares and sorts by an expression, which can use only an index on that expression.
 *
 * @param options.precision maximum number of digits, `scale` of them after the point
 */
export const decimal = (
  options: Common & { readonly precision?: number; readonly scale?: number; readonly stored?: 'text' } = {},
): Column => column('decimal', options);
/** @param options.maxLength maximum number of characters (code points) */
export const string = (options: Common & { readonly maxLength?: number } = {}): Column => column('string', options);
export const date = (options: Common = {}): Column => column('date', options);
export const time = (options: Common = {}): Column => column('time', options);
/**
 * An instant. PostgreSQL: timestamptz, or timestamp in UTC. SQLite has no type for it: ISO 8601 text in UTC, or epoch
 * milliseconds with `stored: 'milliseconds'`.
 */
export const timestamp = (options: Common & { readonly stored?: 'text' | 'milliseconds' } = {}): Column =>
  column('timestamp', options);
export const json = (options: Common = {}): Column => column('json', options);
/** @param options.maxLength maximum number of bytes */
export const bytes = (options: Common & { readonly maxLength?: number } = {}): Column => column('bytes', options);
