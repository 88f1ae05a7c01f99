import type { Checked, FieldProblem } from '../api/errors.js';
import { AdminError, isProblem } from '../api/errors.js';
import { MAX_COUNTED } from '../api/limits.js';
import type { ListParameters } from '../api/list-query.js';
import { searchTerms, soughtText } from '../api/list-query.js';
import { filterParameter, formatSort } from '../api/query-grammar.js';
import { mayBeLong } from '../model/column.js';
import type { Condition, ListQuery, NamedScope, SearchMode, Selection, Sort } from '../model/query.js';
import type { FilterSchema } from '../model/schema/list-schema.js';
import type { PermittedColumns, PermittedList } from '../schema/permitted/list.js';
import { filterConditions } from './filter-conditions.js';

/** The sorts, searches and filters of a list: a controller's list, or either list of a relation manager. */
export interface Listing {
  readonly columns: PermittedColumns;
  readonly filters: ReadonlyMap<string, FilterSchema>;
  readonly searchMode: SearchMode;
  readonly mayBeSearched: boolean;
  readonly count: boolean;
  /** In the format of the query parameter `sort`. */
  readonly defaultSort: string;
}

export function listingOf(list: PermittedList): Listing {
  const { schema, filters, view } = list;
  return {
    columns: list,
    filters,
    searchMode: schema.search.mode,
    mayBeSearched: view.search !== null,
    count: schema.showPageNumbers,
    defaultSort: view.defaultSort,
  };
}

/** A query, and the effective sort in the format of the parameter `sort`. */
export interface PlannedQuery {
  readonly query: ListQuery;
  readonly sort: string;
}

/**
 * Converts parameters into a query. It rejects undeclared columns and filters and those that this administrator may not see in
 * the same words, because a difference would reveal what exists.
 */
export function planQuery(listing: Listing, parameters: ListParameters): PlannedQuery | AdminError {
  const { columns } = listing;
  const fields: Record<string, readonly (string | FieldProblem)[]> = {};
  const sorts: Sort[] = [];
  for (const { column, descending } of parameters.sorts) {
    const reference = columns.sortable.get(column);
    if (reference === undefined) fields['sort'] = [UNKNOWN];
    else sorts.push({ reference, descending });
  }
  const searching = searchOf(listing, parameters.search);
  if (isProblem(searching)) fields['search'] = [searching];

  const conditions: Condition[] = [];
  const scopes: NamedScope[] = [];
  for (const [name, chosen] of parameters.filters) {
    const filter = listing.filters.get(name);
    const filtering = filter === undefined ? UNKNOWN : filterConditions(filter, chosen);
    if (isProblem(filtering)) fields[filterParameter(name)] = [filtering];
    else {
      conditions.push(...filtering.conditions);
      scopes.push(...filtering.scopes);
    }
  }
  if (isProblem(searching) || Object.keys(fields).length > 0) return new AdminError('validation_failed', { fields });

  return {
    query: {
      selection: withShortTexts(columns.selection, parameters.perPage),
      conditions,
      scopes,
      ...searching,
      sorts: sorts.length === 0 ? columns.defaultSort : sorts,
      page: { number: parameters.page, size: parameters.perPage },
      count: listing.count,
      ...(listing.count && !parameters.exactTotal && { countAtMost: MAX_COUNTED }),
    },
    sort: sorts.length === 0 ? listing.defaultSort : formatSort(parameters.sorts),
  };
}

/** Of a page of a list: the most that its texts may take of an answer, whose limit is 3 MiB. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** Characters of a text in a list. */
const MAX_TEXT = 2000;
/** A character takes up to four bytes. */
const CHARACTER_BYTES = 4;

/** So much of each text that a page of nothing but long ones can still be answered. */
function withShortTexts(selection: Selection, records: number): Selection {
  const related = selection.relations.map((one) => (one.kind === 'related' && mayBeLong(one.column) ? one.limit : 0));
  const texts = related.reduce((sum, limit) => sum + limit, selection.columns.filter(mayBeLong).length);
  const share = Math.floor(MAX_TEXT_BYTES / CHARACTER_BYTES / (records * Math.max(1, texts)));
  const most = Math.max(1, Math.min(MAX_TEXT, share));
  return { ...selection, maxText: most, maxRelatedText: most };
}

const UNKNOWN: FieldProblem = { rule: 'unknown' };

function searchOf({ searchMode, columns, mayBeSearched }: Listing, text: string): Checked<Pick<ListQuery, 'search'>> {
  if (text === '') return {};
  if (!mayBeSearched) return UNKNOWN;
  const terms = searchMode === 'exact' ? [soughtText(text)] : searchTerms(text);
  return isProblem(terms) ? terms : { search: { mode: searchMode, terms, columns: columns.searchIn } };
}
