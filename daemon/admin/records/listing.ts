import type { Checked, FieldProblem } from '../api/errors.js';
import { AdminError, isProblem } from '../api/errors.js';
import { MAX_COUNTED } from '../api/limits.js';
import type { ListParameters } from '../api/list-query.js';
import { searchTerms, soughtText } from '../api/list-query.js';
import { filterParameter, formatSort } from '../api/query-grammar.js';
import type { Condition, ListQuery, NamedScope, SearchMode, Sort } from '../model/query.js';
import type { FilterSchema } from '../model/schema/list-schema.js';
import type { PermittedColumns, PermittedList } from '../schema/permitted/list.js';
import { filterConditions } from './filter-conditions.js';

/** What can be asked of a list: of a controller's list, or of either list of a relation manager. */
export interface Listing {
  readonly columns: PermittedColumns;
  readonly filters: ReadonlyMap<string, FilterSchema>;
  readonly searchMode: SearchMode;
  readonly mayBeSearched: boolean;
  readonly count: boolean;
  /** As the query parameter `sort` has it. */
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

/** A query, and the sort that is in force, as the parameter `sort` would have it. */
export interface PlannedQuery {
  readonly query: ListQuery;
  readonly sort: string;
}

/**
 * The query that the parameters ask for. Whatever names a column or filter that is not declared, or that this administrator
 * may not see, is refused in the same words: an answer that differed would tell what there is.
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
      selection: columns.selection,
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

const UNKNOWN: FieldProblem = { rule: 'unknown' };

function searchOf({ searchMode, columns, mayBeSearched }: Listing, text: string): Checked<Pick<ListQuery, 'search'>> {
  if (text === '') return {};
  if (!mayBeSearched) return UNKNOWN;
  const terms = searchMode === 'exact' ? [soughtText(text)] : searchTerms(text);
  return isProblem(terms) ? terms : { search: { mode: searchMode, terms, columns: columns.searchIn } };
}
