import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { MAX_RAW_VALUE } from '@gatehouse/proto/limits';
import { shortText, truncatedText } from '@gatehouse/proto/truncation';
import type { Column, Value } from '../model/column.js';
import { parseDecimal, plainDecimal, plainTime, canBeShown, isDay } from '../model/column-values.js';
import type { RawValue } from './columns.js';
import { CUT_TYPES } from './columns.js';
import { toProtoCell } from '../cell.js';

/** A stored value that does not fit its column: SQLite stores any value, and PostgreSQL allows years beyond 9999. */
export class UnfitValue {
  constructor(readonly raw: string) {}
}

/**
 * Converts the driver's value of a column that was `selected`. It does not guess: a value that does not fit the column
 * stays unchanged.
 */
export function storedValue(column: Column, raw: RawValue): Value | UnfitValue {
  if (raw === null || raw === undefined) return null;
  const value = READERS[column.type](raw);
  return value !== undefined && canBeShown(column, value) ? value : new UnfitValue(rawText(raw, value));
}

/**
 * A cell for the wire: invalid_value if the stored value does not fit the column (admin_cell.proto, InvalidValue).
 *
 * @param most AdminSelection.max_text; 0 for whole values
 */
export function storedCell(column: Column, raw: RawValue, most = 0): Cell {
  const truncated = most === 0 ? undefined : truncatedOf(column, raw, most);
  if (truncated !== undefined) return { truncatedValue: { text: truncated } };
  const value = storedValue(column, raw);
  return value instanceof UnfitValue ? { invalidValue: { raw: value.raw } } : toProtoCell(column, value);
}

/** Called before the value is parsed: the database may have cut it, and half of a JSON text is not JSON. */
function truncatedOf({ type }: Column, raw: RawValue, most: number): string | undefined {
  if (raw === null || raw === undefined || !CUT_TYPES.has(type)) return undefined;
  const whole = type === 'bytes' ? READERS.bytes(raw) : text(raw);
  return typeof whole === 'string' || Buffer.isBuffer(whole) ? truncatedText(whole, most) : undefined;
}

/** The value, or null if it does not fit its column: for application code, which cannot use the raw text. */
export function knownValue(column: Column, raw: RawValue): Value {
  const value = storedValue(column, raw);
  return value instanceof UnfitValue ? null : value;
}

type Present = Exclude<RawValue, null | undefined>;
type Reader = (raw: Present) => Exclude<Value, null> | undefined;

const READERS: Readonly<Record<Column['type'], Reader>> = {
  bool: (raw) => TRUTHS.get(typeof raw === 'bigint' ? Number(raw) : raw),
  integer: (raw) => (isInteger(raw) ? Number(raw) : undefined),
  bigint: (raw) => (isInteger(raw) ? BigInt(raw) : undefined),
  double: (raw) => (typeof raw === 'number' || isNumber(raw) ? Number(raw) : undefined),
  decimal: (raw) => decimalText(text(raw) ?? ''),
  string: text,
  date: text,
  time: (raw) => plainTime(text(raw)),
  json: text,
  timestamp: instant,
  bytes: (raw) => (typeof raw === 'string' ? Buffer.from(raw) : areBytes(raw) ? Buffer.from(raw) : undefined),
};

/** libsql returns an ArrayBuffer, which no driver's types declare, and pg an array or an object for some of PostgreSQL's types. */
function areBytes(raw: unknown): raw is Uint8Array {
  return raw instanceof Uint8Array || raw instanceof ArrayBuffer;
}

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  [false, false],
  [0, false],
  ['0', false],
]);

function isInteger(raw: Present): raw is string | number | bigint {
  return typeof raw === 'bigint' || Number.isInteger(raw) || (typeof raw === 'string' && /^-?\d+$/.test(raw));
}

function isNumber(raw: Present): boolean {
  return typeof raw === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(raw);
}

/** In the stored spelling, with its zeros, unless the contract does not allow it: SQLite writes "1.0e+20". */
function decimalText(written: string): string | undefined {
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return written;
  const decimal = parseDecimal(written);
  return decimal && plainDecimal(decimal);
}

/** Epoch milliseconds, or a text. */
function instant(raw: Present): Date | undefined {
  if (raw instanceof Date) return raw;
  if (typeof raw === 'object' || typeof raw === 'boolean') return undefined;
  if (typeof raw !== 'string' || /^-?\d+(?:\.\d+)?$/.test(raw)) return new Date(Number(raw));
  return storedInstant(raw);
}

/** An RFC 3339 text, or the format of SQLite's own functions: "2026-02-28 23:59:59", in UTC. */
export function storedInstant(raw: string): Date | undefined {
  const parts = INSTANT.exec(raw);
  if (parts === null || !isDay(raw)) return undefined;
  const [, day = '', clock = '', zone = ''] = parts;
  return new Date(`${day}T${clock}${zone === '' ? 'Z' : zone.replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
}

/** Of texts in other forms, engines accept some, each in its own way: comments, 24:00, names of months. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for bytes that are not text. */
function text(raw: Present): string | undefined {
  if (raw instanceof Date) return raw.toISOString();
  if (typeof raw !== 'object') return String(raw);
  try {
    return UTF8.decode(raw);
  } catch {
    return undefined;
  }
}

function rawText(raw: Present, value: Value | undefined): string {
  // An instant beyond the contract's years is easier to read as a date than in milliseconds.
  const instantText = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
  const whole = instantText ?? text(raw) ?? (areBytes(raw) ? Buffer.from(raw).toString('base64') : jsonOf(raw));
  return shortText(whole.replaceAll('\0', '\ufffd'), MAX_RAW_VALUE);
}

/** An array or an interval as the driver returns it, for people to read. */
function jsonOf(raw: unknown): string {
  return JSON.stringify(raw, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
}

/** A value that is too long to be sent, as a value that cannot be shown. */
export function invalidValueOf({ stringValue, jsonValue, bytesValue, ...others }: Cell): Cell {
  const bytes =
    typeof bytesValue === 'string'
      ? bytesValue
      : bytesValue && Buffer.from(bytesValue.subarray(0, MAX_RAW_VALUE)).toString('base64');
  const whole = stringValue ?? jsonValue ?? bytes;
  return whole === undefined
    ? others
    : { invalidValue: { raw: shortText(whole.slice(0, 4 * MAX_RAW_VALUE).replaceAll('\0', '\ufffd'), MAX_RAW_VALUE) } };
}
