import { chosenZone, midnightIn } from '../../formats/time-zone.js';
import { FILTER_TYPES } from '../../../admin/api/filter-types.js';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import { LAST_INSTANT, truthOf } from '../../../admin/api/values.js';
import type { FilterView } from '../../api/views.js';

export const NO_VALUE: FilterValue = { values: [], bounds: {} };

export const single = (value: string): FilterValue => (value === '' ? NO_VALUE : { values: [value], bounds: {} });
export const several = (values: readonly string[]): FilterValue => ({ values, bounds: {} });

/** An empty end is open. */
export function bounded(bounds: FilterValue['bounds']): FilterValue {
  return { values: [], bounds: Object.fromEntries(Object.entries(bounds).filter(([, end]) => end !== '')) };
}

/** The value of a filter until the user chooses one. */
export function defaultValue({ type, default: given }: FilterView): FilterValue {
  if (given === undefined) return NO_VALUE;
  const values = (Array.isArray(given) ? given : [given]).map(String);
  const [first = '', second = ''] = values;
  const { takes, count } = FILTER_TYPES[type];
  if (count === 'several') return several(values);
  if (count === 'range')
    return bounded(takes === 'day' ? { after: first, before: second } : { min: first, max: second });
  switch (takes) {
    case 'mark':
      return single(first === 'true' ? '1' : '');
    case 'flag':
      return single(first === 'true' ? '1' : '0');
    case 'choice':
    case 'day':
    case 'number':
    case 'text':
      return single(first);
  }
}

/** Whether the filter has no effect: an empty filter or an unchecked checkbox. */
export function isOff(type: FilterView['type'] | undefined, { values, bounds }: FilterValue): boolean {
  if (Object.values(bounds).some((end) => end !== '')) return false;
  const isMark = type !== undefined && FILTER_TYPES[type].takes === 'mark';
  return !values.some((value) => value !== '' && !(isMark && truthOf(value) === false));
}

export function isSame(one: FilterValue, other: FilterValue): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ values, bounds }: FilterValue): string {
  const ends = Object.entries(bounds).filter(([, end]) => end !== '');
  return JSON.stringify([[...values].sort(), ends.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * Converts days to the timestamps that the API compares: from the first to the last millisecond of the day in the reader's
 * time zone. The days of a date column are the same everywhere and stay unchanged, as do values that are not days.
 */
export function asMoments(filter: FilterView, { values, bounds }: FilterValue): FilterValue {
  if (filter.moments !== true) return { values, bounds };
  const { after = values[0] ?? '', before = values[0] ?? '' } = bounds;
  return bounded({ after: startOf(after), before: endOf(before) });
}

function startOf(day: string): string {
  return momentAt(day, 0)?.toISOString() ?? day;
}

function endOf(day: string): string {
  const next = momentAt(day, 1);
  if (next === undefined) return day;
  const last = new Date(next.getTime() - 1);
  // West of Greenwich, the last day that the API can write ends in the year 10000 UTC.
  return last.getUTCFullYear() > 9999 ? LAST_INSTANT : last.toISOString();
}

/**
 * Midnight in the administrator's time zone, or else in the browser's, `later` days after the given day. Undefined if the text is
 * no day of the calendar (2026-02-30): the API says so.
 */
function momentAt(text: string, later: number): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || !isInCalendar(text)) return undefined;
  const zone = chosenZone();
  if (zone !== undefined) return midnightIn(zone, Number(year), Number(month), Number(day) + later);
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(Number(year), Number(month) - 1, Number(day) + later);
  return moment;
}

function isInCalendar(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}
