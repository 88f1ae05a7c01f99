import { MAX_RECORDS_PER_PAGE } from './limits.js';
import type { FilterView, ListView } from '../api/views.js';
import { asMoments } from './filters/day-moments.js';
import { bounded, defaultValue, FILTER_BOUNDS, isOff, isSame, NO_VALUE, type FilterValue } from './filter-value.js';

/** What a list shows: all of it stands in the URL, in the grammar of the API (admin.md, list query), defaults left out. */
export interface ListState {
  readonly page: number;
  /** Undefined: as many as the list has by itself. */
  readonly perPage: number | undefined;
  readonly search: string;
  /** Empty: the list's own order. */
  readonly sort: string;
  /** What was chosen, by filter; those that are absent have their default. Names may be ones that the list has no more. */
  readonly filters: ReadonlyMap<string, FilterValue>;
}

export type ListDefaults = Pick<ListView, 'filters' | 'recordsPerPage' | 'defaultSort'> & {
  /** A column whose times are shown as they are stored (`useTimezone: false`) is filtered by the days that it shows. */
  readonly columns?: readonly Pick<ListView['columns'][number], 'name' | 'useTimezone'>[];
};

/** @param search "?page=2&filter[status]=draft" */
export function stateOf(search: string): ListState {
  const parameters = new URLSearchParams(search);
  const filters = new Map<string, FilterValue>();
  for (const [name, value] of parameters) {
    const [, filter, suffix] = /^filter\[([^[\]]+)\](?:\[([a-z]*)\])?$/.exec(name) ?? [];
    if (filter === undefined) continue;
    const { values, bounds } = filters.get(filter) ?? NO_VALUE;
    const bound = FILTER_BOUNDS.find((one) => one === suffix);
    if (bound !== undefined) filters.set(filter, { values, bounds: bounded({ ...bounds, [bound]: value }).bounds });
    else filters.set(filter, { values: value === '' ? values : [...values, value], bounds });
  }
  return {
    page: integer(parameters.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    perPage: integer(parameters.get('per_page'), MAX_RECORDS_PER_PAGE),
    search: parameters.get('search') ?? '',
    sort: parameters.get('sort') ?? '',
    filters,
  };
}

/** "?page=2", or empty: what `stateOf` reads. */
export function searchOf(state: ListState, defaults: ListDefaults): string {
  const parts: [string, string][] = [];
  for (const filter of defaults.filters) {
    const value = state.filters.get(filter.name);
    if (value === undefined || isSame(value, defaultValue(filter))) continue;
    // Where a filter is on by itself, an empty one is something that was chosen.
    if (isOff(filter.type, value)) parts.push(...(isOff(filter.type, defaultValue(filter)) ? [] : [off(filter.name)]));
    else parts.push(...parametersOf(filter.name, value, filter));
  }
  for (const [name, value] of unknownFilters(state, defaults)) parts.push(...parametersOf(name, value));
  if (state.search !== '') parts.unshift(['search', state.search]);
  if (state.sort !== '' && state.sort !== defaults.defaultSort) parts.push(['sort', state.sort]);
  if (state.perPage !== undefined && state.perPage !== defaults.recordsPerPage) {
    parts.push(['per_page', String(state.perPage)]);
  }
  if (state.page > 1) parts.push(['page', String(state.page)]);
  // Brackets and commas need no escaping in a query, and people read it.
  const text = new URLSearchParams(parts)
    .toString()
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** What the API is asked: filters that nobody has touched with their defaults. */
export function queryOf(state: ListState, defaults: ListDefaults): URLSearchParams {
  const parts: [string, string][] = [['page', String(state.page)]];
  if (state.perPage !== undefined) parts.push(['per_page', String(state.perPage)]);
  if (state.search !== '') parts.push(['search', state.search]);
  if (state.sort !== '') parts.push(['sort', state.sort]);
  for (const filter of defaults.filters) {
    const value = valueOf(state, filter);
    if (isOff(filter.type, value)) continue;
    const isShownAsStored = defaults.columns?.some(
      ({ name, useTimezone }) => name === filter.name && useTimezone === false,
    );
    parts.push(...parametersOf(filter.name, isShownAsStored === true ? value : asMoments(filter, value), filter));
  }
  for (const [name, value] of unknownFilters(state, defaults)) parts.push(...parametersOf(name, value));
  return new URLSearchParams(parts);
}

/** What some of the filters filter by now, as the query of the options that depend on them has it; empty: by nothing. */
export function chosenIn(names: readonly string[], state: ListState, filters: readonly FilterView[]): string {
  const parts = filters
    .filter(({ name }) => names.includes(name))
    .flatMap((filter) => {
      const value = valueOf(state, filter);
      return isOff(filter.type, value) ? [] : parametersOf(filter.name, value, filter);
    });
  return new URLSearchParams(parts.map(([name, value]) => [name, value])).toString();
}

/** What a filter filters by now. */
export function valueOf(state: ListState, filter: FilterView): FilterValue {
  return state.filters.get(filter.name) ?? defaultValue(filter);
}

/** Of a link that is older than the list: the API says what is wrong with it, and the screen how to get rid of it. */
function unknownFilters(
  { filters }: ListState,
  { filters: known }: ListDefaults,
): readonly (readonly [string, FilterValue])[] {
  return [...filters].filter(([name]) => !known.some((filter) => filter.name === name));
}

function parametersOf(name: string, value: FilterValue, filter?: FilterView): readonly [string, string][] {
  const ends = FILTER_BOUNDS.flatMap((bound): [string, string][] => {
    const end = value.bounds[bound] ?? '';
    return end === '' ? [] : [[`filter[${name}][${bound}]`, end]];
  });
  const list = filter?.multiple ?? value.values.length > 1;
  const values = value.values.map((one): [string, string] => [`filter[${name}]${list ? '[]' : ''}`, one]);
  return values.length + ends.length === 0 ? [off(name)] : [...values, ...ends];
}

const off = (name: string): [string, string] => [`filter[${name}]`, ''];

function integer(text: string | null, maximum: number): number | undefined {
  const value = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= maximum ? value : undefined;
}

/** What narrows the list down, as one text; empty where it holds everything that there is. */
export function narrowingOf(state: ListState, defaults: ListDefaults): string {
  const query = queryOf({ ...state, page: 1, perPage: undefined, sort: '' }, defaults);
  query.delete('page');
  return query.toString();
}
