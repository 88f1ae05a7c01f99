/**
 * The grammar of a list's query. The page writes such queries, and list-query.ts reads them:
 * `page=2&per_page=50&search=word&sort=-date,title&columns=title,date&total=exact&filter[state]=open&filter[tags][]=1&filter[price][min]=5&ids[]=7&form[country]=de`
 */

/** The decoded parameters of a query, in order. */
export type QueryEntries = readonly (readonly [name: string, value: string])[];

/** One sort, by the name of a column of the list. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** The ends of a range. */
export const FILTER_BOUNDS = ['min', 'max', 'after', 'before'] as const;
export type FilterBound = (typeof FILTER_BOUNDS)[number];

/** The values chosen in one filter, or the ends of a range. An empty end is open. */
export interface FilterValue {
  readonly values: readonly string[];
  readonly bounds: Readonly<Partial<Record<FilterBound, string>>>;
}

/** Parameters in a form that URLSearchParams accepts directly. */
export type WrittenParameters = [name: string, value: string][];

/** The content of a query. Absent and empty members add no parameters. */
export interface AskedQuery {
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
  readonly search?: string | undefined;
  /** In the format of formatSort. */
  readonly sort?: string | undefined;
  /** Only the values of these columns; absent for all. An empty list asks for none. */
  readonly columns?: readonly string[] | undefined;
  /** True to count all records, however many there are. */
  readonly exactTotal?: boolean | undefined;
  /** Parameters of filters, as `writeFilter` returns them. */
  readonly filters?: Readonly<WrittenParameters> | undefined;
  /** Only these records. */
  readonly ids?: readonly string[] | undefined;
  /** The form's values of the fields that choices depend on: names and texts. */
  readonly form?: QueryEntries | undefined;
}

export function writeQuery(asked: AskedQuery): WrittenParameters {
  const {
    page,
    perPage,
    search = '',
    sort = '',
    columns,
    exactTotal = false,
    filters = [],
    ids = [],
    form = [],
  } = asked;
  const entries: WrittenParameters = [];
  if (page !== undefined) entries.push(['page', String(page)]);
  if (perPage !== undefined) entries.push(['per_page', String(perPage)]);
  if (search !== '') entries.push(['search', search]);
  if (sort !== '') entries.push(['sort', sort]);
  if (columns !== undefined) entries.push(['columns', formatNames(columns)]);
  if (exactTotal) entries.push(['total', 'exact']);
  entries.push(...filters);
  for (const id of ids) entries.push(['ids[]', id]);
  for (const [name, text] of form) entries.push([`form[${name}]`, text]);
  return entries;
}

/** The parameters that an endpoint may accept in addition to `page`, `per_page` and `search`. */
export type FurtherParameter = 'sort' | 'columns' | 'total' | 'filter' | 'ids' | 'form';

/** Classifies a parameter, well-formed or not; undefined for any other. */
export function furtherParameter(parameter: string): FurtherParameter | undefined {
  if (parameter === 'sort' || parameter === 'columns' || parameter === 'total') return parameter;
  if (parameter === 'ids[]') return 'ids';
  if (parameter.startsWith('filter[')) return 'filter';
  return parameter.startsWith('form[') ? 'form' : undefined;
}

/** The whole number in a parameter; 0 for any other text. */
export function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** "-published_at,title". The empty string if there are no columns. */
export function parseSort(text: string): readonly SortKey[] {
  return text === '' ? [] : text.split(',').map(parseSortKey);
}

/** "published_at", or "-published_at" for descending. */
export function parseSortKey(text: string): SortKey {
  const descending = text.startsWith('-');
  return { column: descending ? text.slice(1) : text, descending };
}

export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(({ column, descending }) => (descending ? `-${column}` : column)).join(',');
}

/** "title,published_at", as in the parameter `columns`. */
export function parseNames(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

export function formatNames(names: readonly string[]): string {
  return names.join(',');
}

/** `filter[scope]`, `filter[scope][]` for one of several values, `filter[scope][min]` for the end of a range. */
export function filterParameter(scope: string, part?: '' | FilterBound): string {
  return `filter[${scope}]${part === undefined ? '' : `[${part}]`}`;
}

/**
 * Splits a parameter into its filter and its part: undefined for a single value, the empty string for one of several, an end of
 * a range, or a word that the API does not know. Returns undefined for a parameter of no filter.
 */
export function parseFilterParameter(parameter: string): { scope: string; part: string | undefined } | undefined {
  const found = /^filter\[([^[\]]+)\](?:\[([a-z]*)\])?$/.exec(parameter);
  const scope = found?.[1];
  return scope === undefined ? undefined : { scope, part: found?.[2] };
}

export function filterBound(part: string | undefined): FilterBound | undefined {
  return FILTER_BOUNDS.find((bound) => bound === part);
}

/**
 * The parameters of one filter. An empty value means that the user chose nothing, because the filter may have a default.
 * @param isList true if the filter takes several values
 */
export function writeFilter(
  scope: string,
  { values, bounds }: FilterValue,
  isList = values.length > 1,
): WrittenParameters {
  const entries = values.map((value): [string, string] => [filterParameter(scope, isList ? '' : undefined), value]);
  for (const bound of FILTER_BOUNDS) {
    const end = bounds[bound] ?? '';
    if (end !== '') entries.push([filterParameter(scope, bound), end]);
  }
  return entries.length === 0 ? [[filterParameter(scope), '']] : entries;
}

/** The field in `form[name]`; undefined for any other parameter. */
export function parseFormParameter(parameter: string): string | undefined {
  return /^form\[([^[\]]+)\]$/.exec(parameter)?.[1];
}
