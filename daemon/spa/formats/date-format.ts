import { chosenZone } from './time-zone.js';
import { remembered } from '../../admin/api/formatter-cache.js';

interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** Date.UTC, which takes the years 0 to 99 as those of the twentieth century. */
function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

/** The ISO 8601 week of a day, and the year of that week, which is the year of its Thursday. */
function isoWeek({ year, month, day }: Day): { readonly week: number; readonly year: number } {
  const date = new Date(utc(year, month, day));
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const first = utc(thursday.getUTCFullYear(), 1, 1);
  return { week: Math.floor((thursday.getTime() - first) / (7 * DAY_MS)) + 1, year: thursday.getUTCFullYear() };
}

/** A date or time of the API, and the time zone in which to read its day and hour. */
export interface Moment {
  readonly instant: Date;
  /** Undefined: the browser's. */
  readonly zone: string | undefined;
}

/** The clock and calendar of a moment in its time zone, and the language for names. */
interface Reading {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0: Sunday. */
  readonly weekday: number;
  /** Offset of the time zone; positive east of Greenwich. */
  readonly offsetMinutes: number;
  readonly moment: Moment;
  readonly locale: string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const twelve = (hour: number): number => hour % 12 || 12;
const dayOfYear = ({ year, month, day }: Reading): number =>
  Math.round((utc(year, month, day) - utc(year, 1, 1)) / DAY_MS);
const daysIn = ({ year, month }: Reading): number => new Date(utc(year, month + 1, 0)).getUTCDate();

/** The letters of PHP's date(), which October's `format` uses, except for B and I. Other letters are literal. */
const LETTERS: Readonly<Record<string, (reading: Reading) => string | number>> = {
  d: ({ day }) => two(day),
  D: (reading) => nameOf(reading, { weekday: 'short' }),
  j: ({ day }) => day,
  l: (reading) => nameOf(reading, { weekday: 'long' }),
  N: ({ weekday }) => weekday || 7,
  S: ({ day, locale }) => (locale.startsWith('en') ? englishOrdinal(day) : ''),
  w: ({ weekday }) => weekday,
  z: dayOfYear,
  W: (reading) => two(isoWeek(reading).week),
  o: (reading) => isoWeek(reading).year,
  F: (reading) => nameOf(reading, { month: 'long' }),
  m: ({ month }) => two(month),
  M: (reading) => nameOf(reading, { month: 'short' }),
  n: ({ month }) => month,
  t: daysIn,
  L: ({ year }) => (new Date(utc(year, 2, 29)).getUTCMonth() === 1 ? 1 : 0),
  Y: ({ year }) => String(year).padStart(4, '0'),
  x: ({ year }) => String(year).padStart(4, '0'),
  X: ({ year }) => `+${String(year).padStart(4, '0')}`,
  y: ({ year }) => two(year % 100),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  g: ({ hour }) => twelve(hour),
  G: ({ hour }) => hour,
  h: ({ hour }) => two(twelve(hour)),
  H: ({ hour }) => two(hour),
  i: ({ minute }) => two(minute),
  s: ({ second }) => two(second),
  u: ({ moment }) => `${milliseconds(moment)}000`,
  v: ({ moment }) => milliseconds(moment),
  e: ({ moment }) => moment.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  T: (reading) => nameOf(reading, { timeZoneName: 'short' }),
  P: (reading) => offset(reading, ':'),
  p: (reading) => (reading.offsetMinutes === 0 ? 'Z' : offset(reading, ':')),
  O: (reading) => offset(reading, ''),
  Z: ({ offsetMinutes }) => offsetMinutes * 60,
  U: ({ moment }) => Math.floor(moment.instant.getTime() / 1000),
  c: (reading) => phpDate('Y-m-d\\TH:i:sP', reading.moment, reading.locale),
  // RFC 2822 has English names.
  r: ({ moment }) => phpDate('D, d M Y H:i:s O', moment, 'en'),
};

function milliseconds({ instant }: Moment): string {
  return String(instant.getUTCMilliseconds()).padStart(3, '0');
}

/**
 * Formats a moment like PHP's date(), with names of days and months in the given language. A backslash makes a letter
 * literal.
 */
export function phpDate(format: string, moment: Moment, locale: string): string {
  const reading = read(moment, locale);
  return format.replace(/\\(.)|([A-Za-z])/g, (_, escaped: string | undefined, letter: string | undefined) => {
    if (letter === undefined) return escaped ?? '';
    return String(LETTERS[letter]?.(reading) ?? letter);
  });
}

const dateTimeFormat = remembered((locale, options: Intl.DateTimeFormatOptions) => {
  return new Intl.DateTimeFormat(locale, options);
});

function read(moment: Moment, locale: string): Reading {
  const { instant, zone } = moment;
  const parts = new Map(
    dateTimeFormat('en-u-ca-gregory-nu-latn-hc-h23', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      ...(zone !== undefined && { timeZone: zone }),
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')];
  const shown = utc(year, month, day, hour, minute, second);
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    moment,
    locale,
    weekday: new Date(shown).getUTCDay(),
    offsetMinutes: Math.round((shown - instant.getTime()) / 60_000),
  };
}

function nameOf({ moment: { instant, zone }, locale }: Reading, options: Intl.DateTimeFormatOptions): string {
  const [type] = Object.keys(options);
  const parts = dateTimeFormat(locale, { ...options, ...(zone !== undefined && { timeZone: zone }) });
  return parts.formatToParts(instant).find((part) => part.type === type)?.value ?? '';
}

function offset({ offsetMinutes }: Reading, separator: string): string {
  const minutes = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`;
}

function englishOrdinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

const TIME = /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** "2026-02-28", without a time. */
export function isDay(value: unknown): boolean {
  return typeof value === 'string' && DATE.test(value);
}

/**
 * Parses "2026-02-28T12:00:00Z", "2026-02-28" or "23:59:59"; undefined for anything else. A date and a time of day have no
 * time zone, so they are the same everywhere.
 * @param useTimezone false: show a timestamp as stored, in UTC
 */
export function momentOf(value: unknown, useTimezone = true): Moment | undefined {
  if (typeof value !== 'string') return undefined;
  if (isDay(value)) return valid(`${value}T00:00:00Z`, 'UTC');
  if (TIME.test(value)) return valid(`1970-01-01T${value.length === 5 ? `${value}:00` : value}Z`, 'UTC');
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? valid(value, useTimezone ? chosenZone() : 'UTC') : undefined;
}

function valid(text: string, zone: string | undefined): Moment | undefined {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : { instant, zone };
}

export type MomentKind = 'datetime' | 'date' | 'time';

const STYLES: Readonly<Record<MomentKind, Intl.DateTimeFormatOptions>> = {
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
};

/** A moment that is not a value of a record, as of a session or a draft, in the time zone that the administrator has chosen. */
export function formatInstant(instant: Date, locale: string): string {
  return formatMoment({ instant, zone: chosenZone() }, 'datetime', undefined, locale);
}

/** @param format a format of PHP's date(); absent: the usual format of the language */
export function formatMoment(moment: Moment, kind: MomentKind, format: string | undefined, locale: string): string {
  const { instant, zone } = moment;
  if (format !== undefined) return phpDate(format, moment, locale);
  return dateTimeFormat(locale, { ...STYLES[kind], ...(zone !== undefined && { timeZone: zone }) }).format(instant);
}
