import { instantIn } from '../../api/zoned-time.js';
import { parseDate, parseTime, parseTimestamp } from '../../model/text-formats.js';

/** Numbers, dates and times as people write them in files: as the API does, or as is usual in the language of the reader. */

/** How the values of a file are written. */
export interface LocalFormat {
  /** The sign before the fraction of a number. */
  readonly decimal: '.' | ',';
  /** Whose order of day, month and year applies. */
  readonly locale: string;
  /** Of times without an offset. */
  readonly timeZone: string;
}

/** The decimal sign of a language. */
export function decimalSignOf(locale: string): '.' | ',' {
  const sign = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value;
  return sign === ',' ? ',' : '.';
}

/** "-1234.5" for "-1,234.5", "−1 234,5" or "1.234,5", as the decimal sign says; undefined for other texts. */
export function localNumber(written: string, { decimal }: Pick<LocalFormat, 'decimal'>): string | undefined {
  const text = plainDigits(written)
    .replace(/[\u2212\uFE63\uFF0D]/g, '-')
    .replace(/(?<=\d)[\s\u00A0\u202F'’](?=\d{3}(?!\d))/g, decimal === ',' ? '.' : ',');
  const plain = withoutGroups(text.replace(/^[+-]/, ''), decimal);
  return plain === undefined ? undefined : `${text.startsWith('-') ? '-' : ''}${plain}`;
}

function withoutGroups(digits: string, decimal: '.' | ','): string | undefined {
  if (decimal === '.') {
    return /^\d{1,3}(,\d{3})+(\.\d+)?$|^\d+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : undefined;
  }
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$|^\d+(,\d+)?$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  // As the API writes it, and not groups of three: it can only be a fraction.
  return /^\d+\.\d+$/.test(digits) ? digits : undefined;
}

/** "2026-02-28" for "2026-02-28", or for "28.2.2026" or "2/28/2026" in the order of the language. */
export function localDate(written: string, { locale }: Pick<LocalFormat, 'locale'>): string | undefined {
  const text = plainDigits(written);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso !== null) return isoDate(iso[1], iso[2], iso[3]);
  const parts = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})$/.exec(text);
  if (parts === null) return undefined;
  const [, first, , second, third] = parts;
  const values = [first, second, third];
  const order = orderOf(locale);
  const of = (type: string) => values[order.indexOf(type)];
  return isoDate(of('year'), of('month'), of('day'));
}

/** A year has four digits: two would leave the century to a guess. */
function isoDate(year = '', month = '', day = ''): string | undefined {
  return parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const orders = new Map<string, readonly string[]>();

function orderOf(locale: string): readonly string[] {
  const existing = orders.get(locale);
  if (existing !== undefined) return existing;
  const order = new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory', numberingSystem: 'latn' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'year' || type === 'month' || type === 'day');
  orders.set(locale, order);
  return order;
}

/** "23:59:00" for "23:59", "9:05" or "11:59 pm"; a fraction of a second is kept. */
export function localTime(written: string): string | undefined {
  const text = plainDigits(written);
  const half = /^(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?\s?([ap])\.?m\.?$/i.exec(text);
  if (half === null) return parseTime(/^\d:/.test(text) ? `0${text}` : text);
  const [, hour = '', rest = ':00', which = ''] = half;
  if (Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = (Number(hour) % 12) + (which.toLowerCase() === 'p' ? 12 : 0);
  return parseTime(`${String(hours).padStart(2, '0')}${rest}`);
}

/** RFC 3339, also for a date with or without a time on the clocks of the reader. */
export function localTimestamp(written: string, format: LocalFormat): string | undefined {
  const text = plainDigits(written);
  if (parseTimestamp(text) !== undefined) return text;
  const [, day = '', clock = ''] = /^(\S+?)(?:(?:,?\s+|T)(\d.*))?$/is.exec(text) ?? [];
  const time = clock === '' ? '00:00:00' : localTime(clock);
  const wall = parseTimestamp(`${localDate(day, format) ?? ''}T${time ?? ''}Z`);
  if (wall === undefined) return undefined;
  const instant = new Date(instantIn(format.timeZone, wall));
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** Without the marks of the writing direction, and with the digits of the computer. */
function plainDigits(text: string): string {
  return text
    .replace(/[\u061C\u200E\u200F]/g, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('\u066B', ',')
    .trim();
}
