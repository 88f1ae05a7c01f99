import type { FilterView } from '../api/views.js';

/** Ends of a range, in the words of the API. */
export const FILTER_BOUNDS = ['min', 'max', 'after', 'before'] as const;
export type FilterBound = (typeof FILTER_BOUNDS)[number];

/** What is chosen in one filter, as the query has it: `filter[x]`, `filter[x][]`, `filter[x][min|max|after|before]`. */
export interface FilterValue {
  readonly values: readonly string[];
  readonly bounds: Readonly<Partial<Record<FilterBound, string>>>;
}

export const NO_VALUE: FilterValue = { values: [], bounds: {} };

export const single = (value: string): FilterValue => (value === '' ? NO_VALUE : { values: [value], bounds: {} });
export const several = (values: readonly string[]): FilterValue => ({ values, bounds: {} });

/** Ends that are empty are open. */
export function bounded(bounds: FilterValue['bounds']): FilterValue {
  return { values: [], bounds: Object.fromEntries(Object.entries(bounds).filter(([, end]) => end !== '')) };
}

/** What the list is filtered by until somebody chooses. */
export function defaultValue({ type, default: given }: FilterView): FilterValue {
  if (given === undefined) return NO_VALUE;
  const values = (Array.isArray(given) ? given : [given]).map(String);
  const [first = '', second = ''] = values;
  switch (type) {
    case 'group':
      return several(values);
    case 'checkbox':
      return single(first === 'true' ? '1' : '');
    case 'switch':
      return single(first === 'true' ? '1' : '0');
    case 'daterange':
      return bounded({ after: first, before: second });
    case 'numberrange':
      return bounded({ min: first, max: second });
    case 'dropdown':
    case 'date':
    case 'number':
    case 'text':
      return single(first);
  }
}

/** Nothing is filtered by it: an empty filter, and a checkbox that is not checked. */
export function isOff(type: FilterView['type'] | undefined, { values, bounds }: FilterValue): boolean {
  if (Object.values(bounds).some((end) => end !== '')) return false;
  return !values.some((value) => value !== '' && !(type === 'checkbox' && ['0', 'false', 'off'].includes(value)));
}

export function isSame(one: FilterValue, other: FilterValue): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ values, bounds }: FilterValue): string {
  const ends = Object.entries(bounds).filter(([, end]) => end !== '');
  return JSON.stringify([[...values].sort(), ends.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
