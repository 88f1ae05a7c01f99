import { useMemo } from 'react';
import { writeQuery } from '../../../admin/api/query-grammar.js';
import { useApp, usePlace } from '../../platform/app.js';

/** The search, sort order and page of a table. */
export interface TablePlace {
  readonly search: string;
  /** As in the query parameter. Empty: the default order of the table. */
  readonly sort: string;
  readonly page: number;
}

export const TABLE_START: TablePlace = { search: '', sort: '', page: 1 };

/** The API parameters. Defaults are left out. */
export function tableQuery({ search, sort, page }: TablePlace): URLSearchParams {
  return new URLSearchParams(writeQuery({ page: page === 1 ? undefined : page, search, sort }));
}

/** A form may have several managers. Each keeps its place in the page's URL under its own name: `tags[page]=2`. */
export function placeIn(query: URLSearchParams, name: string): TablePlace {
  const page = query.get(`${name}[page]`) ?? '';
  return {
    search: query.get(`${name}[search]`) ?? '',
    sort: query.get(`${name}[sort]`) ?? '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The page's query with a new place for one manager. Everything else stays. */
export function withPlace(query: URLSearchParams, name: string, place: TablePlace): URLSearchParams {
  const next = new URLSearchParams(query);
  const written = tableQuery(place);
  for (const key of ['search', 'sort', 'page']) {
    next.delete(`${name}[${key}]`);
    const value = written.get(key);
    if (value !== null) next.append(`${name}[${key}]`, value);
  }
  return next;
}

/** The place in a manager's table, kept in the page's URL so that it survives reloading and going back. */
export function useTablePlace(name: string): readonly [TablePlace, (place: TablePlace) => void] {
  const { location } = useApp();
  const { search } = usePlace();
  const place = useMemo(() => placeIn(new URLSearchParams(search), name), [search, name]);
  function onPlace(next: TablePlace) {
    const here = location.current();
    const query = withPlace(new URLSearchParams(here.search), name, next).toString();
    // Replace the history entry: Back should leave the form instead of undoing each letter of a search.
    location.go(here.path + (query === '' ? '' : `?${query}`), { replace: true });
  }
  return [place, onPlace];
}
