import type { Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { MAX_DECIMAL_LENGTH, MAX_RAW_VALUE } from '@gatehouse/proto/limits';
import { fromTimestamp } from '@gatehouse/proto/time';
import { truncatedText } from '@gatehouse/proto/truncation';
import type { Cell, Column, InvalidCell, ReadCell } from '../../admin/model/column.js';
import { cellKindOf, mayBeLong, NULL_CELL } from '../../admin/model/column.js';
import { isTooDeep, MAX_JSON_DEPTH } from '../../admin/model/json-text.js';
import { parseDate, parseTime } from '../../admin/model/text-formats.js';
import { repeatedKey } from '../../core/json.js';

/**
 * The problem with a cell, in words that continue "the cell …", without its value. Plain text rather than a violation,
 * because Describe reports all its problems together.
 */
export type CheckedCell = { readonly cell: Cell } | { readonly problem: string };

/** A cell of the column's kind, or null: a record may contain null even where the declaration excludes it. */
export function checkedCell(cell: Cell__Output | null | undefined, column: Column): CheckedCell {
  const checked = checkedAnyCell(cell);
  if ('problem' in checked || checked.cell.kind === 'null') return checked;
  const expected = cellKindOf(column.type);
  if (checked.cell.kind !== expected) return { problem: `is a ${checked.cell.kind}, but the column is ${expected}` };
  if (column.type === 'integer' && checked.cell.kind === 'int64' && !isSafe(checked.cell.value)) {
    return { problem: 'is greater than 2^53 - 1, but the column is an INTEGER; declare it as BIGINT' };
  }
  return checked;
}

/** A cell of any kind. No default, so that a new kind does not compile until it can be read. */
export function checkedAnyCell(cell: Cell__Output | null | undefined): CheckedCell {
  switch (cell?.value) {
    case undefined:
      return { problem: 'has no value; send null as null_value' };
    case 'nullValue':
      return cell.nullValue === true ? { cell: NULL_CELL } : { problem: 'has a null_value other than true' };
    case 'boolValue':
      return { cell: { kind: 'bool', value: cell.boolValue ?? false } };
    case 'int64Value':
      return { cell: { kind: 'int64', value: BigInt(cell.int64Value ?? 0) } };
    case 'doubleValue':
      return { cell: { kind: 'double', value: cell.doubleValue ?? 0 } };
    case 'decimalValue':
      return decimal(cell.decimalValue ?? '');
    case 'stringValue':
      return { cell: { kind: 'string', value: cell.stringValue ?? '' } };
    case 'dateValue': {
      const value = parseDate(cell.dateValue);
      return value === undefined ? { problem: 'is not a date such as 2026-02-28' } : { cell: { kind: 'date', value } };
    }
    case 'timeValue': {
      const value = cell.timeValue ?? '';
      return parseTime(value) === value
        ? { cell: { kind: 'time', value } }
        : { problem: 'is not a time such as 23:59:59' };
    }
    case 'timestampValue': {
      const value = cell.timestampValue ? fromTimestamp(cell.timestampValue) : undefined;
      return value === undefined
        ? { problem: 'is not a timestamp in the years 1 to 9999' }
        : { cell: { kind: 'timestamp', value } };
    }
    case 'jsonValue':
      return json(cell.jsonValue ?? '');
    case 'bytesValue':
      return { cell: { kind: 'bytes', value: cell.bytesValue ?? Buffer.alloc(0) } };
    case 'invalidValue':
      return { problem: 'is an invalid_value, which is allowed only in records and settings' };
    case 'truncatedValue':
      return {
        problem:
          'is a truncated_value, which is allowed only for long values, and only if they were not requested whole',
      };
  }
}

function decimal(value: string): CheckedCell {
  return value.length <= MAX_DECIMAL_LENGTH && /^-?\d+(?:\.\d+)?$/.test(value)
    ? { cell: { kind: 'decimal', value } }
    : { problem: 'is not a decimal such as -12.50' };
}

function json(value: string): CheckedCell {
  try {
    JSON.parse(value);
  } catch {
    return { problem: 'is not JSON' };
  }
  return isTooDeep(value)
    ? { problem: `is nested more than ${MAX_JSON_DEPTH} levels deep` }
    : { cell: { kind: 'json', value } };
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** How to read an answer: its rpc, and where to report stored values that do not fit their columns. */
export interface Reading {
  /** Its name in violations. */
  readonly rpc: string;
  invalid(value: InvalidValue): void;
}

/** The place of a value that does not fit its column. Excludes the value, because this goes to the log. */
export interface InvalidValue {
  /** Id of the record; empty for settings. */
  readonly record: string;
  /** Its column; "category.name" for a relation. */
  readonly column: string;
  /** In words that continue "the cell …". */
  readonly problem: string;
  /** True if the host said so (invalid_value), as the contract asks. Otherwise the answer violates the contract. */
  readonly declared: boolean;
}

/**
 * A cell of a record. One that does not fit its column becomes an InvalidCell, so that the rest of the answer is kept.
 *
 * @param most AdminSelection.max_text. An older host ignores it and sends the whole value, which is cut here.
 */
export function readCell(
  reading: Reading,
  cell: Cell__Output | null | undefined,
  column: Column,
  at: Pick<InvalidValue, 'record' | 'column'>,
  most?: number,
): ReadCell {
  if (most !== undefined && cell?.value === 'truncatedValue' && mayBeLong(column)) {
    const text = cell.truncatedValue?.text ?? '';
    return { kind: 'truncated', text: truncatedText(text, most) ?? text };
  }
  if (cell?.value === 'invalidValue') {
    reading.invalid({ ...at, problem: 'contains a value that does not fit the column', declared: true });
    return invalidCell(cell.invalidValue?.raw ?? '');
  }
  const checked = checkedCell(cell, column);
  if ('problem' in checked) {
    reading.invalid({ ...at, problem: checked.problem, declared: false });
    return invalidCell(rawOf(cell));
  }
  const beginning = most === undefined ? undefined : beginningOf(checked.cell, most);
  if (beginning !== undefined) return { kind: 'truncated', text: beginning };
  const problem = problemOfReader(checked.cell);
  if (problem === undefined) return checked.cell;
  reading.invalid({ ...at, problem, declared: true });
  return invalidCell(rawOf(cell));
}

/** Why the API cannot send a value that the column holds, and that the host sent as the contract asks. */
function problemOfReader(cell: Cell): string | undefined {
  if (cell.kind === 'double' && !Number.isFinite(cell.value)) return 'contains a number that JSON cannot represent';
  // A reader keeps only the last member of a name, and saving the record would lose the others.
  if (cell.kind === 'json' && repeatedKey(cell.value) !== undefined) return 'contains JSON with a repeated name';
  return undefined;
}

function beginningOf(cell: Cell, most: number): string | undefined {
  const mayBeCut = cell.kind === 'string' || cell.kind === 'json' || cell.kind === 'bytes';
  return mayBeCut ? truncatedText(cell.value, most) : undefined;
}

function invalidCell(raw: string): InvalidCell {
  return { kind: 'invalid', raw: raw.length > MAX_RAW_VALUE ? `${raw.slice(0, MAX_RAW_VALUE - 1)}…` : raw };
}

/** The text of a cell whose kind or value does not fit the column. */
function rawOf(cell: Cell__Output | null | undefined): string {
  if (cell?.value === undefined) return '';
  const value: Cell__Output[Exclude<Cell__Output['value'], undefined>] = cell[cell.value];
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'object' && value !== null && 'seconds' in value) return `${value.seconds} s`;
  return typeof value === 'object' ? '' : String(value);
}
