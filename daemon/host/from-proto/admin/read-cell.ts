import type { Cell__Output } from '../../../contract/generated/gatehouse/host/v1/Cell.js';
import type { InvalidCell, ReadCell } from '../../../admin/model/cell.js';
import type { Column } from '../../../admin/model/column.js';
import { checkedCell } from './cell.js';

/** How an answer is read: the rpc it belongs to, and where to report stored values that do not fit their columns. */
export interface Reading {
  /** Its name in violations. */
  readonly rpc: string;
  invalid(value: InvalidValue): void;
}

/** Where a value is that does not fit its column. The value itself is not in here, since this goes to the log. */
export interface InvalidValue {
  /** Id of the record; empty for settings. */
  readonly record: string;
  /** Its column; of a relation "category.name". */
  readonly column: string;
  /** In words that continue "the cell …". */
  readonly problem: string;
  /** Whether the host said so (invalid_value), as the contract asks. Otherwise the answer violates the contract. */
  readonly declared: boolean;
}

/** A cell of a record. One that does not fit its column is an InvalidCell: the rest of the answer is not lost with it. */
export function readCell(
  reading: Reading,
  cell: Cell__Output | null | undefined,
  column: Column,
  at: Pick<InvalidValue, 'record' | 'column'>,
): ReadCell {
  if (cell?.value === 'invalidValue') {
    reading.invalid({ ...at, problem: 'holds a value that does not fit the column', declared: true });
    return invalidCell(cell.invalidValue?.raw ?? '');
  }
  const checked = checkedCell(cell, column);
  if ('problem' in checked) {
    reading.invalid({ ...at, problem: checked.problem, declared: false });
    return invalidCell(rawOf(cell));
  }
  if (checked.cell.kind === 'double' && !Number.isFinite(checked.cell.value)) {
    reading.invalid({ ...at, problem: 'holds a number that JSON does not have', declared: true });
    return invalidCell(rawOf(cell));
  }
  return checked.cell;
}

const MAX_RAW = 500;

function invalidCell(raw: string): InvalidCell {
  return { kind: 'invalid', raw: raw.length > MAX_RAW ? `${raw.slice(0, MAX_RAW - 1)}…` : raw };
}

/** The text of a cell whose kind or value is not the column's. */
function rawOf(cell: Cell__Output | null | undefined): string {
  if (cell?.value === undefined) return '';
  const value: Cell__Output[Exclude<Cell__Output['value'], undefined>] = cell[cell.value];
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'object' && value !== null && 'seconds' in value) return `${value.seconds} s`;
  return typeof value === 'object' ? '' : String(value);
}
