import { phpDate, type Moment } from './php-date.js';
import { remembered } from './remembered.js';

const TIME = /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * "2026-02-28T12:00:00Z", "2026-02-28" or "23:59:59"; undefined for anything else. A day and a time of day have no zone: they
 * are the same everywhere.
 * @param useTimezone false: an instant is shown as it is stored, in UTC
 */
export function momentOf(value: unknown, useTimezone = true): Moment | undefined {
  if (typeof value !== 'string') return undefined;
  if (DATE.test(value)) return valid(`${value}T00:00:00Z`, 'UTC');
  if (TIME.test(value)) return valid(`1970-01-01T${value.length === 5 ? `${value}:00` : value}Z`, 'UTC');
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? valid(value, useTimezone ? undefined : 'UTC') : undefined;
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

const dateTimeFormat = remembered((locale, options: Intl.DateTimeFormatOptions) => {
  return new Intl.DateTimeFormat(locale, options);
});

/** @param format as PHP's date() has it; absent: what is usual in the language */
export function formatMoment(moment: Moment, kind: MomentKind, format: string | undefined, locale: string): string {
  const { instant, zone } = moment;
  if (format !== undefined) return phpDate(format, moment, locale);
  return dateTimeFormat(locale, { ...STYLES[kind], ...(zone !== undefined && { timeZone: zone }) }).format(instant);
}
