/** Dates and times as JSON carries them (RFC 3339). Undefined for everything that is no such text, or no such day. */

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

/** Epoch milliseconds of "2026-02-28T23:59:59.123Z" or the like with an offset; finer fractions are cut. */
export function parseTimestamp(value: unknown): number | undefined {
  const match = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (match === null) return undefined;
  const [, year, month, day, time = '', fraction = '', offset = ''] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const milliseconds = fraction.slice(1, 4).padEnd(3, '0');
  const instant = Date.parse(`${year}-${month}-${day}T${time}.${milliseconds}${offset.toUpperCase()}`);
  // An offset may lead out of the years that can be written, and read again.
  return instant < FIRST_INSTANT || instant > LAST_INSTANT ? undefined : instant;
}

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDay(year: number, month: number, day: number): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}
