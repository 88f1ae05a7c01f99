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
  return new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(sort === '' ? [] : [['sort', sort]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]);
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
  for (const key of ['search', 'sort', 'page']) next.delete(`${name}[${key}]`);
  for (const [key, value] of tableQuery(place)) next.set(`${name}[${key}]`, value);
  return next;
}
