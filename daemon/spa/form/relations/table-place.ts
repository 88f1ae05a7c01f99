import { useMemo } from 'react';
import { writeQuery } from '../../../admin/api/query-grammar.js';
import { useApp, usePlace } from '../../platform/app.js';

/** Where in a table somebody is. */
export interface TablePlace {
  readonly search: string;
  /** As the query parameter has it; empty: as the table has it by itself. */
  readonly sort: string;
  readonly page: number;
}

export const TABLE_START: TablePlace = { search: '', sort: '', page: 1 };

/** The parameters of the API: what is not asked for is not said. */
export function tableQuery({ search, sort, page }: TablePlace): URLSearchParams {
  return new URLSearchParams(writeQuery({ page: page === 1 ? undefined : page, search, sort }));
}

/** Several managers stand on one form: each keeps its place in the page's URL under its own name, `tags[page]=2`. */
export function placeIn(query: URLSearchParams, name: string): TablePlace {
  const page = query.get(`${name}[page]`) ?? '';
  return {
    search: query.get(`${name}[search]`) ?? '',
    sort: query.get(`${name}[sort]`) ?? '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The query of the page with another place in it; everything else in it stays. */
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

/** The place in a manager's table, kept in the URL of the page: reloading and going back keep it. */
export function useTablePlace(name: string): readonly [TablePlace, (place: TablePlace) => void] {
  const { location } = useApp();
  const { search } = usePlace();
  const place = useMemo(() => placeIn(new URLSearchParams(search), name), [search, name]);
  function onPlace(next: TablePlace) {
    const here = location.current();
    const query = withPlace(new URLSearchParams(here.search), name, next).toString();
    // Not a step of the history: back leaves the form, and not each letter of a search.
    location.go(here.path + (query === '' ? '' : `?${query}`), { replace: true });
  }
  return [place, onPlace];
}
