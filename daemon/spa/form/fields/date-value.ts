import type { CalendarDate, DateValue, ZonedDateTime } from '@internationalized/date';
import {
  CalendarDateTime,
  GregorianCalendar,
  parseAbsolute,
  parseDate,
  parseTime,
  Time,
  toCalendar,
  toCalendarDate,
  today,
  toTime,
  toZoned,
} from '@internationalized/date';
import type { ColumnType } from '../../../admin/model/column.js';
import type { FieldValue } from '../../api/views.js';

/**
 * Converts dates and times between the API (RFC 3339 UTC, "YYYY-MM-DD", "HH:MM:SS") and the pickers. A timestamp is shown
 * in the administrator's time zone. Dates and times of day are the same everywhere. If a field shows only the date or the
 * time of a timestamp column, the other part stays unchanged.
 */

/** The value of a time picker, whatever type of time the picker received. */
type ClockTime = Pick<Time, 'hour' | 'minute' | 'second'>;

/**
 * The value of the date picker. Undefined if it is not a valid API date: the field then shows it as text instead of showing
 * nothing.
 */
export function dayOf(value: FieldValue, zone: string): CalendarDate | null | undefined {
  if (value === null || value === '') return null;
  return attempt(() => {
    const text = String(value);
    return isMoment(text) ? toCalendarDate(parseAbsolute(text, zone)) : parseDate(text);
  });
}

export function momentOf(value: FieldValue, zone: string): ZonedDateTime | null | undefined {
  if (value === null || value === '') return null;
  return attempt(() => parseAbsolute(String(value), zone));
}

export function timeOf(value: FieldValue, zone: string): Time | null | undefined {
  if (value === null || value === '') return null;
  return attempt(() => {
    const text = String(value);
    return isMoment(text) ? toTime(parseAbsolute(text, zone)) : parseTime(text);
  });
}

/** @param before the previous value of the field */
export function dayValue(
  day: DateValue | null,
  column: ColumnType | undefined,
  before: FieldValue,
  zone: string,
): FieldValue {
  if (day === null) return null;
  const date = toCalendar(toCalendarDate(day), new GregorianCalendar());
  if (column !== 'timestamp') return date.toString();
  const time = timeOf(before, zone) ?? new Time(0, 0);
  return toZoned(dateTime(date, time), zone).toAbsoluteString();
}

export function momentValue(moment: DateValue | null, zone: string): FieldValue {
  return moment === null ? null : toZoned(moment, zone).toAbsoluteString();
}

export function timeValue(
  time: ClockTime | null,
  column: ColumnType | undefined,
  before: FieldValue,
  zone: string,
): FieldValue {
  if (time === null) return null;
  const plain = new Time(time.hour, time.minute, time.second);
  if (column !== 'timestamp') return plain.toString();
  const day = dayOf(before, zone) ?? today(zone);
  return toZoned(dateTime(day, plain), zone).toAbsoluteString();
}

/**
 * The date with the century that a year of two digits leaves out, at most twenty years from now; undefined if the year is
 * complete. Nothing that people enter happened in the first century.
 */
export function withFullYear(value: FieldValue, zone: string): string | undefined {
  const date = dayOf(value, zone);
  if (!date || date.year >= 100) return undefined;
  const century = Math.floor(today(zone).year / 100) * 100;
  const year = century + date.year - (century + date.year > today(zone).year + 20 ? 100 : 0);
  const text = String(value);
  return isMoment(text) ? parseAbsolute(text, zone).set({ year }).toAbsoluteString() : date.set({ year }).toString();
}

function dateTime(day: CalendarDate, time: Time): CalendarDateTime {
  return new CalendarDateTime(day.year, day.month, day.day, time.hour, time.minute, time.second, time.millisecond);
}

/** Schema limits are inclusive UTC days, because the server compares timestamps with UTC days. */
export function firstMoment(minDate: string, zone: string): ZonedDateTime {
  return parseAbsolute(`${minDate}T00:00:00.000Z`, zone);
}

export function lastMoment(maxDate: string, zone: string): ZonedDateTime {
  return parseAbsolute(`${maxDate}T23:59:59.999Z`, zone);
}

/** The first selectable day. For a timestamp column: the first day whose timestamp is within the limit. */
export function firstDay(
  minDate: string,
  column: ColumnType | undefined,
  before: FieldValue,
  zone: string,
): CalendarDate {
  const day = parseDate(minDate);
  const near = [day.subtract({ days: 1 }), day].find((one) => utcDayOf(one, column, before, zone) >= minDate);
  return near ?? day.add({ days: 1 });
}

export function lastDay(
  maxDate: string,
  column: ColumnType | undefined,
  before: FieldValue,
  zone: string,
): CalendarDate {
  const day = parseDate(maxDate);
  const near = [day.add({ days: 1 }), day].find((one) => utcDayOf(one, column, before, zone) <= maxDate);
  return near ?? day.subtract({ days: 1 });
}

/** The UTC day that the server would compare with the limits for this choice. */
function utcDayOf(day: CalendarDate, column: ColumnType | undefined, before: FieldValue, zone: string): string {
  return String(dayValue(day, column, before, zone)).slice(0, 10);
}

function isMoment(text: string): boolean {
  return text.includes('T');
}

function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
