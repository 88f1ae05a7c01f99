import { RECORDS_PER_PAGE } from '../../../admin/api/limits.js';
import type { FilterValue, WrittenParameters } from '../../../admin/api/query-grammar.js';
import {
  filterBound,
  parseFilterParameter,
  wholeNumber,
  writeFilter,
  writeQuery,
} from '../../../admin/api/query-grammar.js';
import type { FilterView, ListView } from '../../api/views.js';
import { asMoments, bounded, defaultValue, isOff, isSame, NO_VALUE } from './filter-value.js';

/** What a list shows: all of it stands in the URL, in the grammar of the API (AD-204), defaults left out. */
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
    const read = parseFilterParameter(name);
    if (read === undefined) continue;
    const { values, bounds } = filters.get(read.scope) ?? NO_VALUE;
    const bound = filterBound(read.part);
    if (bound !== undefined) filters.set(read.scope, { values, bounds: bounded({ ...bounds, [bound]: value }).bounds });
    else filters.set(read.scope, { values: value === '' ? values : [...values, value], bounds });
  }
  return {
    page: numberIn(parameters, 'page') ?? 1,
    perPage: numberIn(parameters, 'per_page', RECORDS_PER_PAGE.maximum),
    search: parameters.get('search') ?? '',
    sort: parameters.get('sort') ?? '',
    filters,
  };
}

/** "?page=2", or empty: what `stateOf` reads. */
export function searchOf(state: ListState, defaults: ListDefaults): string {
  const filters = defaults.filters.flatMap((filter) => {
    const value = state.filters.get(filter.name);
    if (value === undefined || isSame(value, defaultValue(filter))) return [];
    if (!isOff(filter.type, value)) return writeFilter(filter.name, value, filter.multiple);
    // Where a filter is on by itself, an empty one is something that was chosen.
    return isOff(filter.type, defaultValue(filter)) ? [] : writeFilter(filter.name, NO_VALUE);
  });
  const { search, sort, perPage, page } = state;
  const text = new URLSearchParams([
    ...writeQuery({ search, filters: [...filters, ...unknownFilters(state, defaults)] }),
    ...writeQuery({ sort: sort === defaults.defaultSort ? '' : sort }),
    ...writeQuery({ perPage: perPage === defaults.recordsPerPage ? undefined : perPage }),
    ...writeQuery({ page: page > 1 ? page : undefined }),
  ])
    .toString()
    // Brackets and commas need no escaping in a query, and people read it.
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** What the API is asked: filters that nobody has touched with their defaults. */
export function queryOf(state: ListState, defaults: ListDefaults): URLSearchParams {
  const filters = defaults.filters.flatMap((filter) => {
    const value = valueOf(state, filter);
    if (isOff(filter.type, value)) return [];
    const isShownAsStored = defaults.columns?.some(
      ({ name, useTimezone }) => name === filter.name && useTimezone === false,
    );
    return writeFilter(filter.name, isShownAsStored === true ? value : asMoments(filter, value), filter.multiple);
  });
  return new URLSearchParams(writeQuery({ ...state, filters: [...filters, ...unknownFilters(state, defaults)] }));
}

/** What some of the filters filter by now, as the query of the options that depend on them has it; empty: by nothing. */
export function chosenIn(names: readonly string[], state: ListState, filters: readonly FilterView[]): string {
  const chosen = filters
    .filter(({ name }) => names.includes(name))
    .flatMap((filter) => {
      const value = valueOf(state, filter);
      return isOff(filter.type, value) ? [] : writeFilter(filter.name, value, filter.multiple);
    });
  return new URLSearchParams(chosen).toString();
}

/** What a filter filters by now. */
export function valueOf(state: ListState, filter: FilterView): FilterValue {
  return state.filters.get(filter.name) ?? defaultValue(filter);
}

/** Of a link that is older than the list: the API says what is wrong with it, and the screen how to get rid of it. */
function unknownFilters({ filters }: ListState, { filters: known }: ListDefaults): WrittenParameters {
  const unknown = [...filters].filter(([name]) => !known.some((filter) => filter.name === name));
  return unknown.flatMap(([name, value]) => writeFilter(name, value));
}

function numberIn(parameters: URLSearchParams, name: string, maximum = Infinity): number | undefined {
  const value = wholeNumber(parameters.get(name) ?? '');
  return value >= 1 && value <= maximum ? value : undefined;
}

/** What narrows the list down, as one text; empty where it holds everything that there is. */
export function narrowingOf(state: ListState, defaults: ListDefaults): string {
  const query = queryOf({ ...state, page: 1, perPage: undefined, sort: '' }, defaults);
  query.delete('page');
  return query.toString();
}

/** What can be changed about a list. Whatever changes which records it holds, or their order, starts on the first page. */

export const withPage = (state: ListState, page: number): ListState => ({ ...state, page });
export const withPerPage = (state: ListState, perPage: number): ListState => ({ ...state, perPage, page: 1 });
export const withSort = (state: ListState, sort: string): ListState => ({ ...state, sort, page: 1 });
export const withSearch = (state: ListState, search: string): ListState => ({ ...state, search, page: 1 });

/** Filters whose choices depend on this one lose theirs: it may not be among them any more. */
export function withFilter(
  state: ListState,
  filters: readonly FilterView[],
  name: string,
  value: FilterValue,
): ListState {
  const changed = new Map(state.filters).set(name, value);
  for (const dependent of dependentsOf(filters, name)) changed.set(dependent, NO_VALUE);
  return { ...state, filters: changed, page: 1 };
}

/** Everything is off then, also what is on by itself; filters that there are no more are gone. */
export function withoutFilters(state: ListState, filters: readonly FilterView[]): ListState {
  const on = filters.filter((filter) => !isOff(filter.type, defaultValue(filter)));
  return { ...state, filters: new Map(on.map(({ name }) => [name, NO_VALUE])), page: 1 };
}

function dependentsOf(filters: readonly FilterView[], name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: string) => {
    for (const filter of filters) {
      if (!filter.dependsOn.includes(one) || found.has(filter.name) || filter.name === name) continue;
      found.add(filter.name);
      visit(filter.name);
    }
  };
  visit(name);
  return found;
}
