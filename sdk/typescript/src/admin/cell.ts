import type { Cell, Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { toTimestamp } from '@gatehouse/proto/time';
import { moment } from '../wire/fields.js';
import type { Column, Value } from './model/column.js';
import { plainTime } from './model/column-values.js';

/** The value of a cell of a request, which has one; every integer is a bigint. */
export function valueFrom(cell: Cell__Output | null | undefined): Value {
  switch (cell?.value) {
    case 'nullValue':
      return null;
    case 'boolValue':
      return cell.boolValue ?? false;
    case 'int64Value':
      return BigInt(cell.int64Value ?? '0');
    case 'doubleValue':
      return cell.doubleValue ?? 0;
    case 'timestampValue':
      return moment(cell.timestampValue);
    case 'bytesValue':
      return Buffer.from(cell.bytesValue ?? []);
    case 'decimalValue':
      return cell.decimalValue ?? '';
    case 'stringValue':
      return cell.stringValue ?? '';
    case 'dateValue':
      return cell.dateValue ?? '';
    case 'timeValue':
      return plainTime(cell.timeValue ?? '');
    case 'jsonValue':
      return cell.jsonValue ?? '';
    case 'invalidValue':
    case 'truncatedValue':
    case undefined:
      throw new TypeError('a cell was read without a check of its rules');
  }
}

/** The value in the form that a column of that type uses: an "integer" is a number. */
export function columnValueFrom(column: Column, cell: Cell__Output | null | undefined): Value {
  const value = valueFrom(cell);
  return column.type === 'integer' && typeof value === 'bigint' ? Number(value) : value;
}

/** Throws a TypeError for a value that the column cannot have, which is a bug in the application. */
export function toProtoCell({ type }: Column, value: Value): Cell {
  if (value === null) return { nullValue: true };
  switch (type) {
    case 'bool':
      return { boolValue: Boolean(value) };
    case 'integer':
    case 'bigint':
      // A fraction, NaN or an infinity does not fit the column. Sent as a double, Gatehouse can reject or drop it.
      if (typeof value === 'number' && !Number.isInteger(value)) return { doubleValue: value };
      return { int64Value: String(value) };
    case 'double':
      return { doubleValue: Number(value) };
    case 'decimal':
      return { decimalValue: String(value) };
    case 'string':
      return { stringValue: String(value) };
    case 'date':
      return { dateValue: String(value) };
    case 'time':
      return { timeValue: String(value) };
    case 'json':
      return { jsonValue: String(value) };
    case 'timestamp':
      if (!(value instanceof Date)) throw new TypeError('a timestamp must be a Date');
      return { timestampValue: toTimestamp(value.getTime()) };
    case 'bytes':
      if (!Buffer.isBuffer(value)) throw new TypeError('bytes must be a Buffer');
      return { bytesValue: value };
  }
}
