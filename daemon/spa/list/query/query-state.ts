import { RECORDS_PER_PAGE } from '../../../admin/api/limits.js';
import type { FilterValue, WrittenParameters } from '../../../admin/api/query-grammar.js';
import {
  filterBound,
  parseFilterParameter,
  parseNames,
  wholeNumber,
  writeFilter,
  writeQuery,
} from '../../../admin/api/query-grammar.js';
import type { FilterView, ListView } from '../../api/views.js';
import { asMoments, bounded, defaultValue, isOff, isSame, NO_VALUE } from './filter-value.js';

/** The state of a list. The URL holds all of it in the grammar of the API (AD-204), without defaults. */
export interface ListState {
  readonly page: number;
  /** Undefined: the list's default. */
  readonly perPage: number | undefined;
  readonly search: string;
  /** Empty: the list's own order. */
  readonly sort: string;
  /** The chosen values by filter; a missing filter has its default. Names may belong to filters that the list no longer has. */
  readonly filters: ReadonlyMap<string, FilterValue>;
  /** The visible columns; absent: as the administrator has chosen for this list. */
  readonly columns?: readonly string[];
  /** Id of the saved view that the state comes from; empty: none, although the list has one to start with. */
  readonly view?: string;
}

export type ListDefaults = Pick<ListView, 'filters' | 'recordsPerPage' | 'defaultSort'> & {
  /** If a column shows times as stored (`useTimezone: false`), the filter uses the same days. */
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
  const [columns, view] = [parameters.get('columns'), parameters.get('view')];
  return {
    page: numberIn(parameters, 'page') ?? 1,
    perPage: numberIn(parameters, 'per_page', RECORDS_PER_PAGE.maximum),
    search: parameters.get('search') ?? '',
    sort: parameters.get('sort') ?? '',
    filters,
    ...(columns !== null && { columns: parseNames(columns) }),
    ...(view !== null && { view }),
  };
}

/** "?page=2", or empty. The counterpart of `stateOf`. */
export function searchOf(state: ListState, defaults: ListDefaults): string {
  const filters = defaults.filters.flatMap((filter) => {
    const value = state.filters.get(filter.name);
    if (value === undefined || isSame(value, defaultValue(filter))) return [];
    if (!isOff(filter.type, value)) return writeFilter(filter.name, value, filter.multiple);
    // For a filter that is on by default, an empty value is a choice.
    return isOff(filter.type, defaultValue(filter)) ? [] : writeFilter(filter.name, NO_VALUE);
  });
  const { search, sort, perPage, page, columns, view } = state;
  const contents = [
    ...writeQuery({ search, filters: [...filters, ...unknownFilters(state, defaults)] }),
    ...writeQuery({ sort: sort === defaults.defaultSort ? '' : sort }),
    ...writeQuery({ columns }),
  ];
  const text = new URLSearchParams([
    ...contents,
    // With a view alone, the view would decide (views/view-state.ts): this is the whole list.
    ...(view !== undefined && view !== '' && contents.length === 0 ? [['search', ''] as [string, string]] : []),
    ...(view === undefined ? [] : [['view', view] as [string, string]]),
    ...writeQuery({ perPage: perPage === defaults.recordsPerPage ? undefined : perPage }),
    ...writeQuery({ page: page > 1 ? page : undefined }),
  ])
    .toString()
    // Brackets and commas need no escaping in a query, and the URL is easier to read without it.
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** The query for the API, including the defaults of filters that the user has not changed. */
export function queryOf(state: ListState, defaults: ListDefaults): URLSearchParams {
  const filters = defaults.filters.flatMap((filter) => {
    const value = valueOf(state, filter);
    if (isOff(filter.type, value)) return [];
    const isShownAsStored = defaults.columns?.some(
      ({ name, useTimezone }) => name === filter.name && useTimezone === false,
    );
    return writeFilter(filter.name, isShownAsStored === true ? value : asMoments(filter, value), filter.multiple);
  });
  return new URLSearchParams(
    writeQuery({ ...state, columns: undefined, filters: [...filters, ...unknownFilters(state, defaults)] }),
  );
}

/** The query for the rows. @param columns the only columns to ask for; undefined for all */
export function rowsQueryOf(
  state: ListState,
  defaults: ListDefaults,
  columns: readonly string[] | undefined,
): URLSearchParams {
  return new URLSearchParams([...queryOf(state, defaults), ...writeQuery({ columns })]);
}

/** The current values of some filters as a query for the options that depend on them; empty if they are off. */
export function chosenIn(names: readonly string[], state: ListState, filters: readonly FilterView[]): string {
  const chosen = filters
    .filter(({ name }) => names.includes(name))
    .flatMap((filter) => {
      const value = valueOf(state, filter);
      return isOff(filter.type, value) ? [] : writeFilter(filter.name, value, filter.multiple);
    });
  return new URLSearchParams(chosen).toString();
}

/** The current value of a filter. */
export function valueOf(state: ListState, filter: FilterView): FilterValue {
  return state.filters.get(filter.name) ?? defaultValue(filter);
}

/** Filters from a link that is older than the list. The API reports the error and the screen offers to remove them. */
function unknownFilters({ filters }: ListState, { filters: known }: ListDefaults): WrittenParameters {
  const unknown = [...filters].filter(([name]) => !known.some((filter) => filter.name === name));
  return unknown.flatMap(([name, value]) => writeFilter(name, value));
}

function numberIn(parameters: URLSearchParams, name: string, maximum = Infinity): number | undefined {
  const value = wholeNumber(parameters.get(name) ?? '');
  return value >= 1 && value <= maximum ? value : undefined;
}

/** The search and filters of the list as one text; empty if the list contains all records. */
export function narrowingOf(state: ListState, defaults: ListDefaults): string {
  const query = queryOf({ ...state, page: 1, perPage: undefined, sort: '' }, defaults);
  query.delete('page');
  return query.toString();
}

/** The changes to a list's state. A change to the records or their order returns to the first page. */

export const withPage = (state: ListState, page: number): ListState => ({ ...state, page });
export const withPerPage = (state: ListState, perPage: number): ListState => ({ ...state, perPage, page: 1 });
export const withSort = (state: ListState, sort: string): ListState => ({ ...state, sort, page: 1 });
export const withColumns = (state: ListState, columns: readonly string[] | undefined): ListState => {
  const { page, perPage, search, sort, filters, view } = state;
  const rest = { page, perPage, search, sort, filters, ...(view !== undefined && { view }) };
  return columns === undefined ? rest : { ...rest, columns };
};
export const withSearch = (state: ListState, search: string): ListState => ({ ...state, search, page: 1 });

/** Clears the filters whose choices depend on this one, because their value may no longer be among the choices. */
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

/** Turns all filters off, including those that are on by default, and drops unknown ones. */
export function withoutFilters(state: ListState, filters: readonly FilterView[]): ListState {
  const on = filters.filter((filter) => !isOff(filter.type, defaultValue(filter)));
  return { ...state, filters: new Map(on.map(({ name }) => [name, NO_VALUE])), page: 1 };
}

/**
 * Removes what the API refused and keeps everything else. Undefined if that is nothing of the state.
 * @param refused the parameters, as the API names them: "sort", "filter[status]", "filter[price][min]"
 */
export function withoutRefused(
  state: ListState,
  filters: readonly FilterView[],
  refused: readonly string[],
): ListState | undefined {
  const without = refused.reduce((kept, parameter) => withoutParameter(kept, filters, parameter), state);
  return without === state ? undefined : { ...without, page: 1 };
}

function withoutParameter(state: ListState, filters: readonly FilterView[], parameter: string): ListState {
  if (parameter === 'search' || parameter === 'sort') return { ...state, [parameter]: '' };
  const name = parseFilterParameter(parameter)?.scope;
  if (name === undefined) return state;
  // Without a value, a filter that is on by default could be refused again.
  if (filters.some((filter) => filter.name === name)) return withFilter(state, filters, name, NO_VALUE);
  const kept = [...state.filters].filter(([one]) => one !== name);
  return kept.length === state.filters.size ? state : { ...state, filters: new Map(kept) };
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
