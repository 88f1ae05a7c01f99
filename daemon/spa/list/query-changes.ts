import type { FilterView } from '../api/views.js';
import { defaultValue, isOff, NO_VALUE, type FilterValue } from './filter-value.js';
import type { ListState } from './query-state.js';

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
