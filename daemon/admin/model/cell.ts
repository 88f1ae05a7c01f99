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

/** A value of a record that was read. */
export type ReadCell = Cell | InvalidCell;

export type CellKind = Cell['kind'];

export const NULL_CELL: Cell = Object.freeze({ kind: 'null' });
