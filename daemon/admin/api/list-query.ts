import type { Checked, FieldProblem } from './errors.js';
import { AdminError } from './errors.js';
import type { PageSizes } from './limits.js';
import {
  MAX_DEPTH,
  MAX_FILTER_VALUES,
  MAX_IDS,
  MAX_PAGE,
  MAX_SEARCH_CHARACTERS,
  MAX_SEARCH_TERMS,
  MAX_SORTS,
} from './limits.js';
import { isRecordId } from './paths.js';
import type { FilterBound, FurtherParameter, QueryEntries, SortKey } from './query-grammar.js';
import {
  filterBound,
  furtherParameter,
  parseFilterParameter,
  parseNames,
  parseSort,
  wholeNumber,
} from './query-grammar.js';
import { composed } from './spelling.js';

/**
 * Normalizes a search text. Typed text is usually composed (NFC) and stored in that form. Copied text may be decomposed and
 * would match nothing (docs/decisions/admin-records.md: search).
 */
export function soughtText(text: string): string {
  return composed(text);
}

/**
 * The words of a non-empty search text. It rejects too many words: ignoring some would return more than the user asked for,
 * without notice.
 */
export function searchTerms(text: string): Checked<readonly string[]> {
  const terms = soughtText(text).split(/\s+/u);
  return terms.length > MAX_SEARCH_TERMS ? { rule: 'search_terms', parameters: { maximum: MAX_SEARCH_TERMS } } : terms;
}

/** The query of a list from a request, not yet checked against a schema. */
export interface ListParameters {
  readonly page: number;
  readonly perPage: number;
  /** Empty if there is none. */
  readonly search: string;
  /** Empty for the default order of the list. */
  readonly sorts: readonly SortKey[];
  /** By scope. */
  readonly filters: ReadonlyMap<string, FilterParameters>;
  /** `ids[]`: only these. Empty for all. */
  readonly ids: readonly string[];
  /** `columns=title,date`: only the values of these columns. Undefined for all. */
  readonly columns: ReadonlySet<string> | undefined;
  /** `total=exact`: count all records, however many there are. */
  readonly exactTotal: boolean;
}

export interface FilterParameters {
  /** From `filter[scope]` and `filter[scope][]`. */
  readonly values: readonly string[];
  /** From `filter[scope][min]` and the like. */
  readonly bounds: ReadonlyMap<FilterBound, string>;
}

const OF_A_LIST: readonly FurtherParameter[] = ['sort', 'columns', 'total', 'filter'];

/**
 * Reads `page`, `per_page`, `search`, `sort`, `columns`, `filter[…]` and `ids[]` (AD-68). An invalid value or an unknown parameter is a
 * 422 on that parameter: an error is better than a list that silently differs from the requested one.
 */
export function listParameters(
  entries: QueryEntries,
  sizes: PageSizes,
  further: readonly FurtherParameter[] = OF_A_LIST,
): ListParameters | AdminError {
  const reader = new Reader(entries, sizes, further);
  return reader.problems.size === 0
    ? reader
    : new AdminError('validation_failed', { fields: Object.fromEntries(reader.problems) });
}

const ALWAYS: ReadonlySet<string> = new Set(['page', 'per_page', 'search']);

class Reader implements ListParameters {
  readonly page: number;
  readonly perPage: number;
  readonly search: string;
  readonly exactTotal: boolean;
  readonly columns: ReadonlySet<string> | undefined;
  readonly sorts: readonly SortKey[];
  readonly filters = new Map<string, { values: string[]; bounds: Map<FilterBound, string> }>();
  readonly ids: string[] = [];
  /** By parameter. */
  readonly problems = new Map<string, readonly FieldProblem[]>();

  constructor(entries: QueryEntries, sizes: PageSizes, further: readonly FurtherParameter[]) {
    const single = new Map<string, string>();
    for (const [name, value] of entries) {
      const kind = furtherParameter(name);
      if (kind === undefined ? !ALWAYS.has(name) : !further.includes(kind)) this.#problem(name, { rule: 'unknown' });
      else if (kind === undefined || kind === 'sort' || kind === 'columns' || kind === 'total') {
        if (single.has(name)) this.#problem(name, { rule: 'repeated' });
        single.set(name, value);
      } else if (kind === 'ids') this.#id(value);
      else if (kind === 'filter') this.#filter(name, value);
    }
    this.page = this.#integer('page', single.get('page'), 1, MAX_PAGE);
    this.perPage = this.#integer('per_page', single.get('per_page'), sizes.default, sizes.maximum);
    if ((this.page - 1) * this.perPage >= MAX_DEPTH && !this.problems.has('page')) {
      this.#problem('page', { rule: 'page_depth', parameters: { maximum: MAX_DEPTH } });
    }
    this.exactTotal = single.get('total') === 'exact';
    if (single.has('total') && !this.exactTotal) this.#problem('total', { rule: 'choice' });
    this.search = this.#search(single.get('search') ?? '');
    this.sorts = this.#sorts(single.get('sort') ?? '');
    const columns = single.get('columns');
    this.columns = columns === undefined ? undefined : new Set(parseNames(columns));
  }

  #problem(parameter: string, problem: FieldProblem): void {
    this.problems.set(parameter, [problem]);
  }

  #integer(name: string, text: string | undefined, otherwise: number, maximum: number): number {
    if (text === undefined || text === '') return otherwise;
    const value = wholeNumber(text);
    if (value < 1 || value > maximum) {
      this.#problem(name, { rule: 'integer_range', parameters: { minimum: 1, maximum } });
    }
    return value;
  }

  #search(text: string): string {
    const trimmed = text.trim();
    if (!isText(trimmed)) this.#problem('search', { rule: 'string_characters' });
    if (trimmed.length > MAX_SEARCH_CHARACTERS) {
      this.#problem('search', { rule: 'string_length', parameters: { maximum: MAX_SEARCH_CHARACTERS } });
    }
    return trimmed;
  }

  #sorts(text: string): readonly SortKey[] {
    const sorts = parseSort(text);
    const columns = new Set(sorts.map(({ column }) => column));
    if (columns.size < sorts.length) this.#problem('sort', { rule: 'repeated' });
    if (sorts.length > MAX_SORTS) this.#problem('sort', { rule: 'list_length', parameters: { maximum: MAX_SORTS } });
    return sorts;
  }

  /** An id that is sent twice counts once: the contract lists each id once. */
  #id(value: string): void {
    if (this.ids.includes(value)) return;
    this.ids.push(value);
    if (!isRecordId(value)) this.#problem('ids', { rule: 'choice' });
    if (this.ids.length > MAX_IDS) this.#problem('ids', { rule: 'list_length', parameters: { maximum: MAX_IDS } });
  }

  #filter(name: string, value: string): void {
    const read = parseFilterParameter(name);
    if (read === undefined) {
      this.#problem(name, { rule: 'unknown' });
      return;
    }
    const { scope, part } = read;
    const filter = this.filters.get(scope) ?? { values: [], bounds: new Map<FilterBound, string>() };
    this.filters.set(scope, filter);
    const bound = filterBound(part);
    if (!isText(value)) this.#problem(name, { rule: 'string_characters' });
    else if (bound !== undefined) {
      if (filter.bounds.has(bound)) this.#problem(name, { rule: 'repeated' });
      filter.bounds.set(bound, value);
    } else if (part === '' || (part === undefined && filter.values.length === 0)) filter.values.push(value);
    else this.#problem(name, { rule: part === undefined ? 'repeated' : 'unknown' });
    if (filter.values.length > MAX_FILTER_VALUES) {
      this.#problem(name, { rule: 'list_length', parameters: { maximum: MAX_FILTER_VALUES } });
    }
  }
}

/** True if a database can store the string as text. */
function isText(value: string): boolean {
  return !value.includes('\0');
}
