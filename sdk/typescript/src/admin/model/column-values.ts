import { MAX_DECIMAL_LENGTH, MAX_JSON_DEPTH } from '@gatehouse/proto/limits';
import type { Column, ColumnType, Value } from './column.js';

/** A decimal without insignificant zeros: "-007.50" is -, "7" and "5"; zero of either sign has no digits. */
export interface Decimal {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/**
 * Parses every spelling of a decimal that databases and applications use: "1.50", "-0", "+01.5", ".5", "5.", "1.0e+20".
 * Undefined for any text that is not a finite number. The contract is stricter: it allows neither "+" nor an exponent.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign = '', before = '', after = '', exponent = '0'] = match;
  if (before === '' && after === '') return undefined;
  const point = before.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -point))}${before}${after}`.padEnd(point, '0');
  const split = Math.max(0, point);
  const whole = digits.slice(0, split).replace(/^0+/, '');
  const fraction = withoutTrailingZeros(digits.slice(split));
  return { isNegative: sign === '-' && (whole !== '' || fraction !== ''), whole, fraction };
}

/** In the contract's format, in the shortest form. */
export function plainDecimal({ isNegative, whole, fraction }: Decimal): string {
  return `${isNegative ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A time of day without insignificant zeros: "08:30:00.500" and "08:30:00.5" are one, and so are those of one second. */
export function plainTime<T extends string | undefined>(text: T): T {
  // No other text is a time, also not one with more digits. In a long one, this would take the square of its length.
  const mayBeOne = text !== undefined && text.length <= LONGEST_TIME && text.includes('.');
  return (mayBeOne ? text.replace(/\.?0+$/, '') : text) as T;
}

/** Not `/0+$/`, which starts anew at each zero: a stored text may have any length. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

const LONGEST_TIME = '23:59:59.999999'.length;

/** Tests for values of the contract (admin_cell.proto), in the form that hooks and the wire use. */

/** Whether it fits 64 bits, as the integers of the contract do. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

type Kind = (value: Exclude<Value, null>) => boolean;

const KINDS: Readonly<Record<ColumnType, Kind>> = {
  bool: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  bigint: (value) => typeof value === 'bigint' && isInt64(value),
  double: (value) => typeof value === 'number' && Number.isFinite(value),
  decimal: (value) =>
    typeof value === 'string' && value.length <= MAX_DECIMAL_LENGTH && /^-?\d+(?:\.\d+)?$/.test(value),
  string: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value),
  time: (value) => typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/.test(value),
  timestamp: (value) => value instanceof Date && value.getTime() >= FIRST_INSTANT && value.getTime() <= LAST_INSTANT,
  json: (value) => typeof value === 'string' && isJson(value),
  bytes: (value) => Buffer.isBuffer(value),
};

/** Whether Gatehouse can show the value in a column of the type. Ignores the column's own limits. */
export function canBeShown({ type }: Column, value: Value): boolean {
  return value === null || KINDS[type](value);
}

/** Whether the value can be shown and respects the limits that the column declares. */
export function fits(column: Column, value: Value): boolean {
  if (value === null) return true;
  if (!canBeShown(column, value)) return false;
  const { maxLength, minimum, maximum } = column;
  if (typeof value === 'number' || typeof value === 'bigint') {
    return (minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum);
  }
  if (Buffer.isBuffer(value)) return maxLength === undefined || value.length <= maxLength;
  if (column.type === 'string') {
    const text = String(value);
    // No database can store a NUL or half a surrogate pair in a text.
    return (
      !/[\0\p{Cs}]/u.test(text) &&
      (maxLength === undefined || text.length <= maxLength || [...text].length <= maxLength)
    );
  }
  return column.type !== 'decimal' || hasDigits(column, String(value));
}

function hasDigits({ precision, scale }: Column, decimal: string): boolean {
  const { whole = '', fraction = '' } = parseDecimal(decimal) ?? {};
  const places = scale ?? (precision === undefined ? fraction.length : 0);
  return fraction.length <= places && (precision === undefined || whole.length <= precision - places);
}

/** The digits that SQLite keeps of a number that is not a 64-bit integer: it has only binary numbers, no decimal ones. */
const SQLITE_DIGITS = 15;

/** Whether a NUMERIC column of SQLite holds the decimal exactly. */
export function isExactInSqlite(text: string): boolean {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return false;
  const { whole, fraction } = decimal;
  if (withoutTrailingZeros((whole + fraction).replace(/^0+/, '')).length <= SQLITE_DIGITS) return true;
  const integer = fraction === '' ? BigInt(plainDecimal(decimal)) : undefined;
  return integer !== undefined && isInt64(integer);
}

/** @param text begins with "YYYY-MM-DD" */
export function isDay(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= days;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  let depth = 0;
  // Every level needs two characters.
  if (text.length <= 2 * MAX_JSON_DEPTH) return true;
  for (const [token] of text.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_JSON_DEPTH) return false;
  }
  return true;
}

/** Whether writing `value` over `current` would leave the record unchanged. If in doubt, false. */
export function isSameValue({ type }: Column, current: Value | undefined, value: Value): boolean {
  if (current === undefined) return false;
  if (current === null || value === null) return current === value;
  if (current instanceof Date) return value instanceof Date && current.getTime() === value.getTime();
  if (Buffer.isBuffer(current)) return Buffer.isBuffer(value) && current.equals(value);
  if (current === value) return true;
  if (type === 'bigint') return String(current) === String(value);
  if (type === 'decimal') return plain(String(current)) === plain(String(value));
  if (type === 'time') return plainTime(String(current)) === plainTime(String(value));
  return type === 'json' && isSameJson(String(current), String(value));
}

/** Some databases keep the zeros of a decimal and others do not. A text that is not a decimal is compared as it is. */
function plain(text: string): string {
  const decimal = parseDecimal(text);
  return decimal === undefined ? text : plainDecimal(decimal);
}

/**
 * A database may reformat JSON text. Members in another order are another value, because some columns keep it, and so are
 * numbers in another spelling.
 */
function isSameJson(current: string, value: string): boolean {
  try {
    return canonicalJson(current) === canonicalJson(value);
  } catch {
    return false;
  }
}

/** Marks each text and each number: JSON.parse rounds a number, and moves names of digits to the beginning. */
function canonicalJson(text: string): string {
  const marked = text.replaceAll(/"((?:[^"\\]|\\.)*)"|-?\d[\d.eE+-]*/g, (token, inner?: string) =>
    inner === undefined ? `"#${token}"` : `"'${inner}"`,
  );
  return JSON.stringify(JSON.parse(marked));
}
