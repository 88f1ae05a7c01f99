import { LAST_INSTANT } from '../api/values.js';

/** Removes digits that do not change the value: "1.50" becomes "1.5", "007" becomes "7" and "-0.0" becomes "0". */
export function plainDecimal(text: string): string {
  const [, sign = '', whole = text, fraction = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const plain = fraction === '' ? whole : `${whole}.${fraction}`;
  return plain === '0' ? plain : sign + plain;
}

/** Dates and times in the formats of JSON (RFC 3339). Undefined for other strings and for dates that do not exist. */

/** "2026-02-28". */
export function parseDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  if (match === null) return undefined;
  const [text, year, month, day] = match;
  return isDay(Number(year), Number(month), Number(day)) ? text : undefined;
}

/** "23:59", "23:59:59" or "23:59:59.123456", the seconds always written out. */
export function parseTime(value: unknown): string | undefined {
  const match = typeof value === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,6})?)?$/.exec(value) : null;
  if (match === null) return undefined;
  const [, hours = '', minutes = '', seconds = '00', fraction = ''] = match;
  return `${hours}:${minutes}:${seconds}${fraction}`;
}

/** Epoch milliseconds of "2026-02-28T23:59:59.123Z" or the equivalent with an offset. Finer fractions are truncated. */
export function parseTimestamp(value: unknown): number | undefined {
  const match = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (match === null) return undefined;
  const [, year, month, day, time = '', fraction = '', offset = ''] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const milliseconds = fraction.slice(1, 4).padEnd(3, '0');
  const instant = Date.parse(`${year}-${month}-${day}T${time}.${milliseconds}${offset.toUpperCase()}`);
  // An offset may move the time outside the years that the format can represent.
  return instant < EARLIEST_MS || instant > LATEST_MS ? undefined : instant;
}

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
/** The last instant that the format can represent, as parseTimestamp returns it. */
export const LATEST_MS = Date.parse(LAST_INSTANT);

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDay(year: number, month: number, day: number): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

/** The pattern that browsers use for email fields (HTML, valid email address), limited to the lengths of SMTP. */
const EMAIL_ADDRESS =
  /^(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/;

export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}
