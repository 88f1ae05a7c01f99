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
 * Dates and times between the API (RFC 3339 UTC, "YYYY-MM-DD", "HH:MM:SS") and the pickers. A moment is shown where the
 * administrator is; a day and a time of day are the same everywhere. Where a column of moments is shown as a day or as a time
 * of day, the part that is not shown stays what it was.
 */

/** What a picker of times hands over, whichever kind of time it was given. */
type ClockTime = Pick<Time, 'hour' | 'minute' | 'second'>;

/** What the picker of days shows. Undefined for what is no date of the API: it is then shown as text, not as nothing. */
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

/** @param before what the field held */
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

function dateTime(day: CalendarDate, time: Time): CalendarDateTime {
  return new CalendarDateTime(day.year, day.month, day.day, time.hour, time.minute, time.second, time.millisecond);
}

/** The limits of a schema are days of UTC, inclusive: that is what the server holds a moment against. */
export function firstMoment(minDate: string, zone: string): ZonedDateTime {
  return parseAbsolute(`${minDate}T00:00:00.000Z`, zone);
}

export function lastMoment(maxDate: string, zone: string): ZonedDateTime {
  return parseAbsolute(`${maxDate}T23:59:59.999Z`, zone);
}

/** The first day that can be chosen: of a column of moments, the first one whose moment is within the limit. */
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

/** The day that the server holds against the limits if this one is chosen. */
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
