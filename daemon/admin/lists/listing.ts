import type { PermissionSet } from '../auth/permission-set.js';
import { AdminError } from '../model/admin-error.js';
import type { FieldProblem } from '../model/field-problem.js';
import type { Condition, ListQuery, NamedScope, Search, SearchMode, Selection, Sort } from '../model/query.js';
import type { FilterSchema } from '../model/schema/filter-schema.js';
import type { ListColumn, ListSchema, SortKey } from '../model/schema/list-schema.js';
import type { RelatedList } from '../model/schema/relation-schema.js';
import { filterConditions } from './filter-conditions.js';
import type { ListParameters } from './list-parameters.js';

/** What an administrator may see of a list, and in what ways: of a controller's list, or of either list of a relation manager. */
export interface Listing {
  readonly columns: readonly ListColumn[];
  readonly filters: readonly FilterSchema[];
  readonly defaultSort: readonly SortKey[];
  readonly searchMode: SearchMode;
  readonly searchIn: Search['columns'];
  readonly count: boolean;
}

export function listingOf(schema: ListSchema, permissions: PermissionSet): Listing {
  return {
    ...seen(schema, permissions),
    filters: schema.filters.filter(({ requires }) => permissions.meets(requires)),
    searchMode: schema.search.mode,
  };
}

export function relatedListing(list: RelatedList, permissions: PermissionSet): Listing {
  const listing = seen(list, permissions);
  return { ...listing, filters: [], searchMode: 'all', searchIn: list.showSearch ? listing.searchIn : [] };
}

function seen(
  { columns, defaultSort, showPageNumbers }: Pick<ListSchema, 'columns' | 'defaultSort' | 'showPageNumbers'>,
  permissions: PermissionSet,
) {
  const visible = columns.filter(({ requires }) => permissions.meets(requires));
  return {
    columns: visible,
    defaultSort: defaultSort.filter(({ column }) => visible.some(({ name }) => name === column)),
    searchIn: visible.flatMap(({ searchIn }) => (searchIn === undefined ? [] : [searchIn])),
    count: showPageNumbers,
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
  const fields: Record<string, FieldProblem[]> = {};
  const keys = sortKeys(listing, parameters);
  const sorts: Sort[] = [];
  for (const { column, descending } of keys) {
    const reference = listing.columns.find(({ name }) => name === column)?.sortBy;
    if (reference === undefined) fields['sort'] = [{ rule: 'unknown' }];
    else sorts.push({ reference, descending });
  }
  if (parameters.search !== '' && listing.searchIn.length === 0) fields['search'] = [{ rule: 'unknown' }];

  const conditions: Condition[] = [];
  const scopes: NamedScope[] = [];
  for (const [name, chosen] of parameters.filters) {
    const filter = listing.filters.find((candidate) => candidate.name === name);
    if (filter === undefined) {
      fields[`filter[${name}]`] = [{ rule: 'unknown' }];
      continue;
    }
    const filtering = filterConditions(filter, chosen);
    if (filtering instanceof AdminError) {
      Object.assign(fields, filtering.details.fields);
      continue;
    }
    conditions.push(...filtering.conditions);
    scopes.push(...filtering.scopes);
  }
  if (Object.keys(fields).length > 0) return new AdminError('validation_failed', { fields });

  const search = searchOf(listing, parameters.search);
  return {
    query: {
      selection: selectionOf(listing.columns),
      conditions,
      scopes,
      ...(search && { search }),
      sorts,
      page: { number: parameters.page, size: parameters.perPage },
      count: listing.count,
    },
    sort: keys.map(({ column, descending }) => (descending ? `-${column}` : column)).join(','),
  };
}

function sortKeys({ defaultSort }: Listing, { sorts }: ListParameters): readonly SortKey[] {
  return sorts.length === 0 ? defaultSort : sorts.map(({ name, descending }) => ({ column: name, descending }));
}

const MAX_TERMS = 10;

function searchOf({ searchMode, searchIn }: Listing, text: string): Search | undefined {
  if (text === '') return undefined;
  const terms = searchMode === 'exact' ? [text] : text.split(/\s+/u).slice(0, MAX_TERMS);
  return { mode: searchMode, terms, columns: searchIn };
}

/** Columns and relations each in their own order: rowOf walks the list's columns the same way. */
function selectionOf(columns: readonly ListColumn[]): Selection {
  return {
    columns: columns.flatMap(({ source }) => (source.kind === 'column' ? [source.column] : [])),
    relations: columns.flatMap(({ source }) => (source.kind === 'relation' ? [source.selection] : [])),
  };
}
