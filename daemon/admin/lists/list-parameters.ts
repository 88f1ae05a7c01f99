import { AdminError } from '../model/admin-error.js';
import type { FieldProblem } from '../model/field-problem.js';
import { isRecordId } from '../model/record-id.js';

/** The parameters of a query, decoded, in their order. */
export type QueryEntries = readonly (readonly [name: string, value: string])[];

/** The query of a list as it was asked, not yet held against any schema. */
export interface ListParameters {
  readonly page: number;
  readonly perPage: number;
  /** Empty: none. */
  readonly search: string;
  /** Empty: the default of the list. */
  readonly sorts: readonly { readonly name: string; readonly descending: boolean }[];
  /** By scope. */
  readonly filters: ReadonlyMap<string, FilterParameters>;
  /** `ids[]`: only these. Empty: all. */
  readonly ids: readonly string[];
  /** `total=exact`: all records are to be counted, however many there are. */
  readonly exactTotal: boolean;
}

export interface FilterParameters {
  /** Of `filter[scope]` and `filter[scope][]`. */
  readonly values: readonly string[];
  /** Of `filter[scope][min]` and the like. */
  readonly bounds: ReadonlyMap<FilterBound, string>;
}

const BOUNDS = ['min', 'max', 'after', 'before'] as const;
export type FilterBound = (typeof BOUNDS)[number];

export interface PageSizes {
  readonly default: number;
  readonly maximum: number;
}

const MAX_PAGE = 1_000_000;
/** A database reads the records before a page as well, if only to skip them: what lies deeper is reached by narrowing. */
const MAX_DEPTH = 100_000;
const MAX_SEARCH = 200;
const MAX_SORTS = 5;
const MAX_VALUES = 200;

/** What an endpoint takes beside `page`, `per_page` and `search`. `form[…]` is read elsewhere (form-values.ts). */
export type FurtherParameter = 'sort' | 'total' | 'filter' | 'ids' | 'form';

const OF_A_LIST: readonly FurtherParameter[] = ['sort', 'total', 'filter'];

/**
 * Reads `page`, `per_page`, `search`, `sort`, `filter[…]` and `ids[]` (admin.md, list query). What is not understood is 422
 * on the parameter, its name included: a list that is silently another one than was asked for is worse than none.
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

function furtherKind(name: string): FurtherParameter | undefined {
  if (name === 'sort' || name === 'total') return name;
  if (name === 'ids[]') return 'ids';
  if (name.startsWith('filter[')) return 'filter';
  return name.startsWith('form[') ? 'form' : undefined;
}

class Reader implements ListParameters {
  readonly page: number;
  readonly perPage: number;
  readonly search: string;
  readonly exactTotal: boolean;
  readonly sorts: ListParameters['sorts'];
  readonly filters = new Map<string, { values: string[]; bounds: Map<FilterBound, string> }>();
  readonly ids: string[] = [];
  /** By parameter. */
  readonly problems = new Map<string, readonly FieldProblem[]>();

  constructor(entries: QueryEntries, sizes: PageSizes, further: readonly FurtherParameter[]) {
    const single = new Map<string, string>();
    for (const [name, value] of entries) {
      const kind = furtherKind(name);
      if (kind === undefined ? !ALWAYS.has(name) : !further.includes(kind)) this.#problem(name, { rule: 'unknown' });
      else if (kind === undefined || kind === 'sort' || kind === 'total') {
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
  }

  #problem(parameter: string, problem: FieldProblem): void {
    this.problems.set(parameter, [problem]);
  }

  #integer(name: string, text: string | undefined, otherwise: number, maximum: number): number {
    if (text === undefined || text === '') return otherwise;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > maximum)
      this.#problem(name, { rule: 'integer_range', parameters: { minimum: 1, maximum } });
    return value;
  }

  #search(text: string): string {
    const trimmed = text.trim();
    if (!isText(trimmed)) this.#problem('search', { rule: 'string_characters' });
    if (trimmed.length > MAX_SEARCH) {
      this.#problem('search', { rule: 'string_length', parameters: { maximum: MAX_SEARCH } });
    }
    return trimmed;
  }

  #sorts(text: string): ListParameters['sorts'] {
    if (text === '') return [];
    const sorts = text.split(',').map((part) => {
      const descending = part.startsWith('-');
      return { name: descending ? part.slice(1) : part, descending };
    });
    const names = new Set(sorts.map(({ name }) => name));
    if (names.size < sorts.length) this.#problem('sort', { rule: 'repeated' });
    if (sorts.length > MAX_SORTS) this.#problem('sort', { rule: 'list_length', parameters: { maximum: MAX_SORTS } });
    return sorts;
  }

  #id(value: string): void {
    this.ids.push(value);
    if (!isRecordId(value)) this.#problem('ids', { rule: 'choice' });
    if (this.ids.length > MAX_VALUES)
      this.#problem('ids', { rule: 'list_length', parameters: { maximum: MAX_VALUES } });
  }

  #filter(name: string, value: string): void {
    const [, scope, suffix] = /^filter\[([^[\]]+)\](?:\[([a-z]*)\])?$/.exec(name) ?? [];
    if (scope === undefined) {
      this.#problem(name, { rule: 'unknown' });
      return;
    }
    const filter = this.filters.get(scope) ?? { values: [], bounds: new Map<FilterBound, string>() };
    this.filters.set(scope, filter);
    const bound = BOUNDS.find((known) => known === suffix);
    if (!isText(value)) this.#problem(name, { rule: 'string_characters' });
    else if (bound !== undefined) {
      if (filter.bounds.has(bound)) this.#problem(name, { rule: 'repeated' });
      filter.bounds.set(bound, value);
    } else if (suffix === '' || (suffix === undefined && filter.values.length === 0)) filter.values.push(value);
    else this.#problem(name, { rule: suffix === undefined ? 'repeated' : 'unknown' });
    if (filter.values.length > MAX_VALUES) {
      this.#problem(name, { rule: 'list_length', parameters: { maximum: MAX_VALUES } });
    }
  }
}

/** What a database can hold as text at all. */
function isText(value: string): boolean {
  return !value.includes('\0');
}
