import { repeatedKey } from '../../core/json.js';
import type { Checked, FieldProblem } from '../api/errors.js';
import { isProblem } from '../api/errors.js';
import { truthOf } from '../api/values.js';
import type { Cell, Column, ColumnType, ReadCell } from './column.js';
import { INT64_MAX, INT64_MIN } from './column.js';
import { isTooDeep, jsonText, losesDigits, MAX_JSON_DEPTH } from './json-text.js';
import { parseDate, parseTime, parseTimestamp, plainDecimal } from './text-formats.js';

/** Converts a value of a JSON body to a column's cell, or returns the problem. Never rounds, truncates or guesses. */
export function cellFromJson(column: Column, value: unknown): Checked<Cell> {
  if (value !== null) return READERS[column.type](column, value);
  return column.nullable ? { kind: 'null' } : problem('not_nullable');
}

type Reader = (column: Column, value: unknown) => Checked<Cell>;

const READERS: Readonly<Record<ColumnType, Reader>> = {
  bool: (_column, value) => (typeof value === 'boolean' ? { kind: 'bool', value } : problem('bool')),
  integer: readInteger,
  bigint: readInteger,
  double: (_column, value) =>
    typeof value === 'number' && Number.isFinite(value) ? { kind: 'double', value } : problem('number'),
  decimal: readDecimal,
  string: readString,
  date: (_column, value) => temporal('date', parseDate(value)),
  time: (_column, value) => temporal('time', parseTime(value)),
  timestamp(_column, value) {
    const milliseconds = parseTimestamp(value);
    return milliseconds === undefined ? problem('timestamp') : { kind: 'timestamp', value: milliseconds };
  },
  json: readJson,
  bytes: readBytes,
};

function problem(rule: FieldProblem['rule'], parameters?: FieldProblem['parameters']): FieldProblem {
  return parameters === undefined ? { rule } : { rule, parameters };
}

function temporal(kind: 'date' | 'time', value: string | undefined): Checked<Cell> {
  return value === undefined ? problem(kind) : { kind, value };
}

/** A JSON number represents an integer exactly only below 2^53. Larger integers must be strings. */
function readInteger(column: Column, value: unknown): Checked<Cell> {
  const isWhole = typeof value === 'string' ? /^-?\d{1,100}$/.test(value) : Number.isInteger(value);
  if (!isWhole) return problem('integer');
  const integer = BigInt(value as string | number);
  const { minimum = INT64_MIN, maximum = INT64_MAX } = column;
  if (integer < minimum || integer > maximum) {
    return problem('integer_range', { minimum: String(minimum), maximum: String(maximum) });
  }
  const isExact = typeof value === 'string' || Number.isSafeInteger(value);
  return isExact ? { kind: 'int64', value: integer } : problem('exact_number');
}

/** Without the lookahead, a text of zeros could be divided between the first two parts in as many ways as it has zeros. */
const DECIMAL = /^-?0*(?!0\d)\d{1,100}(?:\.\d{1,100})?$/;

function readDecimal(column: Column, value: unknown): Checked<Cell> {
  // routes/read-request.ts has already rejected JSON numbers that lost digits.
  const written = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof written !== 'string' || !DECIMAL.test(written)) return problem('decimal');
  const text = plainDecimal(written);
  const [whole = '0', significant = ''] = text.replace('-', '').split('.');
  const { precision, scale = precision === undefined ? significant.length : 0 } = column;
  const wholeDigits = whole === '0' ? 0 : whole.length;
  if (significant.length > scale || (precision !== undefined && wholeDigits > precision - scale)) {
    return problem('decimal_digits', { whole: (precision ?? 100) - scale, fraction: scale });
  }
  return { kind: 'decimal', value: text };
}

function readString(column: Column, value: unknown): Checked<Cell> {
  if (typeof value !== 'string') return problem('string');
  // Databases cannot store a NUL or half a surrogate pair in text.
  if (/[\0\p{Cs}]/u.test(value)) return problem('string_characters');
  const { maxLength } = column;
  return maxLength !== undefined && value.length > maxLength && [...value].length > maxLength
    ? problem('string_length', { maximum: maxLength })
    : { kind: 'string', value };
}

/** Reads a string as JSON text, which editors send. Other values are used unchanged. */
function readJson(_column: Column, value: unknown): Checked<Cell> {
  const text = typeof value === 'string' ? value : jsonText(value);
  if (text === undefined || isTooDeep(text)) return TOO_DEEP;
  try {
    JSON.parse(text);
  } catch {
    return problem('json');
  }
  // Two members of one name cannot be read back (host/from-proto/cell.ts).
  if (typeof value === 'string' && repeatedKey(text) !== undefined) return problem('json_repeated');
  return { kind: 'json', value: text };
}

const TOO_DEEP = problem('json_depth', { maximum: MAX_JSON_DEPTH });

function readBytes({ maxLength }: Column, value: unknown): Checked<Cell> {
  if (typeof value !== 'string' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)) {
    return problem('bytes');
  }
  const bytes = Buffer.from(value, 'base64');
  return maxLength !== undefined && bytes.length > maxLength
    ? problem('bytes_length', { maximum: maxLength })
    : { kind: 'bytes', value: bytes };
}

/** Converts a string from a query to a column's cell. Queries write JSON numbers and booleans as strings. */
export function cellFromText(column: Column, text: string): Checked<Cell> {
  switch (column.type) {
    case 'bool':
      return cellFromJson(column, truthOf(text.toLowerCase()) ?? text);
    case 'double':
      return cellFromJson(column, /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text);
    default:
      return cellFromJson(column, text);
  }
}

/** A value that JSON cannot represent. host/from-proto/record.ts rejects it in records, but an action may return it. */
export class Unencodable extends Error {
  override readonly name = 'Unencodable';
}

/**
 * Converts a cell to its form in the API. 64-bit integers, decimals and all times become strings. Throws Unencodable for NaN
 * and infinities.
 */
export function cellToJson(type: ColumnType, cell: Cell): unknown {
  switch (cell.kind) {
    case 'null':
      return null;
    case 'int64':
      // Gatehouse does not check an action's values against the column, so an integer may exceed the range of JSON numbers.
      return type === 'bigint' || !Number.isSafeInteger(Number(cell.value)) ? String(cell.value) : Number(cell.value);
    case 'double':
      if (!Number.isFinite(cell.value)) throw new Unencodable(`${String(cell.value)} is not a JSON number`);
      return cell.value;
    case 'timestamp':
      return new Date(cell.value).toISOString();
    case 'json':
      return jsonValue(type, cell.value);
    case 'bytes':
      return cell.value.toString('base64');
    case 'bool':
    case 'decimal':
    case 'string':
    case 'date':
    case 'time':
      return cell.value;
  }
}

/**
 * In a json column, a string means JSON text, as it does in a request: the text of a value with a number that a client would
 * round, and that of a JSON string. Otherwise a client that sends back what it got would make a number of the string "12".
 */
function jsonValue(type: ColumnType, text: string): unknown {
  const value: unknown = losesDigits(text) ? text : JSON.parse(text);
  return type === 'json' && typeof value === 'string' ? text : value;
}

/** The label of a related record. A value that does not fit its column becomes its raw text. */
export function labelJson(toJson: typeof cellToJson, type: ColumnType, cell: ReadCell): unknown {
  if (cell.kind === 'truncated') return `${cell.text}…`;
  return cell.kind === 'invalid' ? cell.raw : toJson(type, cell);
}

/**
 * Returns the canonical text of a value among listed choices, the same for all its spellings: "1.50" is "1.5" in a decimal
 * column, and "1" is "true" in a bool column. Undefined if the column cannot hold it.
 */
export function choiceText(column: Column | undefined, text: string): string | undefined {
  if (column === undefined || column.type === 'json') return text;
  const read = cellFromText(column, text);
  return isProblem(read) ? undefined : String(choiceToJson(column.type, read));
}

/** Converts a cell to its form in the API if it must equal one of the choices. */
export function choiceToJson(type: ColumnType, cell: Cell): unknown {
  return cell.kind === 'decimal' ? plainDecimal(cell.value) : cellToJson(type, cell);
}
