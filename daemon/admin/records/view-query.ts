import type { WrittenParameters } from '../api/query-grammar.js';
import { formatNames, formatSort, parseFilterParameter, parseNames, parseSort } from '../api/query-grammar.js';
import type { PermittedList } from '../schema/permitted/list.js';

/** The query of a saved view, reduced to one administrator's list. */
export interface ViewQuery {
  readonly query: string;
  /** Whether nothing had to be left out. */
  readonly isWhole: boolean;
}

/**
 * The part of a view's query that an administrator may use: no column, sort or filter that the list does not show this
 * administrator, and nothing else than search, sort, filters and columns (AD-294). Values stay as they are, because each
 * request for records checks them.
 */
export function viewQueryFor({ view, columns, filters, sortable }: PermittedList, text: string): ViewQuery {
  const entries = [...new URLSearchParams(text)];
  const shown = new Set(columns.map(({ column }) => column.name));
  let isWhole = true;
  /** The names that may stay, as the value of a parameter; no parameter if there are none. */
  const reduced = <T>(
    name: string,
    all: readonly T[],
    may: (one: T) => boolean,
    format: (kept: readonly T[]) => string,
  ) => {
    const kept = all.filter(may);
    if (kept.length < all.length) isWhole = false;
    return kept.length === 0 ? [] : [[name, format(kept)] as [string, string]];
  };
  const permitted = entries.flatMap(([name, value]): WrittenParameters => {
    if (name === 'sort') return reduced(name, parseSort(value), ({ column }) => sortable.has(column), formatSort);
    if (name === 'columns') return reduced(name, parseNames(value), (column) => shown.has(column), formatNames);
    if (name === 'search' && view.search !== null) return [[name, value]];
    const filter = parseFilterParameter(name);
    if (filter !== undefined && filters.has(filter.scope)) return [[name, value]];
    isWhole = false;
    return [];
  });
  return { query: new URLSearchParams(permitted).toString(), isWhole };
}
