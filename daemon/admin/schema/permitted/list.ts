import type { SortKey } from '../../api/query-grammar.js';
import { formatSort } from '../../api/query-grammar.js';
import type { Column } from '../../model/column.js';
import type { ColumnReference, RelationSelection, Selection, Sort } from '../../model/query.js';
import type {
  ColumnView,
  FilterSchema,
  FilterView,
  ListColumn,
  ListSchema,
  ListView,
  RelatedList,
  RelatedListView,
  RelationSchema,
  RelationView,
  ToolbarActionView,
  ToolbarButton,
} from '../../model/schema/list-schema.js';
import { relatedRequirements, relatedView } from '../../model/schema/related-form.js';
import type { Permissions, Requirement } from '../../model/schema/types.js';
import { meets } from '../../model/schema/types.js';
import { DEFAULT_SEARCH } from '../compile/list.js';
import { ByPermission } from './by-permission.js';

/** The requirement for sharing a saved view (builtin/registration.ts). */
const SHARES_VIEWS: Requirement = { all: ['backend.share_views'], any: [] };

/** The list columns that one administrator may see, with everything that a query needs to know about them. */
export interface PermittedColumns {
  readonly columns: readonly SelectedColumn[];
  /** The selection for all of them, without duplicate columns or relations. */
  readonly selection: Selection;
  /** By column name. Sorting by other columns is not possible. */
  readonly sortable: ReadonlyMap<string, ColumnReference>;
  readonly searchIn: readonly ColumnReference[];
  readonly defaultSort: readonly Sort[];
}

export interface SelectedColumn {
  readonly column: ListColumn;
  readonly slot: Slot;
}

/** The position of a value in a selected record. */
export interface Slot {
  readonly kind: 'cell' | 'relation';
  readonly index: number;
}

function permitColumns(
  columns: readonly ListColumn[],
  defaultSort: readonly SortKey[],
  permissions: Permissions,
): PermittedColumns {
  const visible = columns.filter(({ requires }) => meets(permissions, requires));
  const sortable = new Map(
    visible.flatMap(({ name, sortBy }) => (sortBy === undefined ? [] : [[name, sortBy] as const])),
  );
  return {
    ...selectColumns(visible),
    sortable,
    searchIn: visible.flatMap(({ searchIn }) => searchIn ?? []),
    defaultSort: defaultSort.flatMap(({ column, descending }) => {
      const reference = sortable.get(column);
      return reference === undefined ? [] : [{ reference, descending }];
    }),
  };
}

/** Selects the values of columns, without duplicates. */
function selectColumns(columns: readonly ListColumn[]): Pick<PermittedColumns, 'columns' | 'selection'> {
  const selection = new SelectionBuilder();
  const selected = columns.map((column) => ({
    column,
    slot:
      column.source.kind === 'column'
        ? selection.column(column.source.column)
        : selection.relation(column.source.selection),
  }));
  return { columns: selected, selection: selection.build() };
}

/**
 * Only the values of the named columns; searches, filters and sorting stay the same (AD-292). Names that the list does not
 * have and names that the administrator may not see are both ignored: a choice of columns may be older than the list or the
 * permission, and the answer does not reveal which it was.
 */
export function onlyColumns(permitted: PermittedColumns, names: ReadonlySet<string>): PermittedColumns {
  const chosen = permitted.columns.map(({ column }) => column).filter(({ name }) => names.has(name));
  return chosen.length === permitted.columns.length ? permitted : { ...permitted, ...selectColumns(chosen) };
}

/** In the format of the query parameter `sort`; empty if the administrator may not see the column. */
function sortText(keys: readonly SortKey[], sortable: ReadonlyMap<string, unknown>): string {
  return formatSort(keys.filter(({ column }) => sortable.has(column)));
}

/** Collects the selection for each record without duplicates. */
export class SelectionBuilder {
  readonly #columns: Column[] = [];
  readonly #relations: RelationSelection[] = [];

  column(column: Column): Slot {
    const found = this.#columns.findIndex(({ name }) => name === column.name);
    return { kind: 'cell', index: found === -1 ? this.#columns.push(column) - 1 : found };
  }

  relation(selection: RelationSelection): Slot {
    const key = keyOf(selection);
    const found = this.#relations.findIndex((one) => keyOf(one) === key);
    return { kind: 'relation', index: found === -1 ? this.#relations.push(selection) - 1 : found };
  }

  build(): Selection {
    return { columns: this.#columns, relations: this.#relations };
  }
}

function keyOf(selection: RelationSelection): string {
  const { kind, relation } = selection;
  return kind === 'count' ? `count ${relation.name}` : `${relation.name} ${selection.column.name} ${selection.limit}`;
}

/**
 * A list for one administrator. The administrator cannot see, sort by, search or filter by anything that it does not contain.
 */
export interface PermittedList extends PermittedColumns {
  readonly schema: ListSchema;
  readonly filters: ReadonlyMap<string, FilterSchema>;
  readonly view: ListView;
}

export const permittedLists = new ByPermission<ListSchema, PermittedList>(
  ({ columns, filters, toolbar, rowActions, import: imports }) => [
    ...[...columns, ...filters, ...toolbar, ...rowActions].map(({ requires }) => requires),
    ...columns.flatMap(({ change }) => change?.requires ?? []),
    ...(imports?.requires ?? []),
    ...(imports === undefined ? [] : Object.values(imports.operations)),
    SHARES_VIEWS,
  ],
  permitList,
);

function permitList(schema: ListSchema, permissions: Permissions): PermittedList {
  const permitted = permitColumns(schema.columns, schema.defaultSort, permissions);
  const filters = schema.filters.filter(({ requires }) => meets(permissions, requires));
  const toolbar = schema.toolbar.filter(({ requires }) => meets(permissions, requires));
  return {
    ...permitted,
    schema,
    filters: new Map(filters.map((filter) => [filter.name, filter])),
    view: {
      ...schema.view,
      columns: permitted.columns.map(({ column }) => withChange(column, permissions)),
      filters: filterViews(filters),
      toolbarButtons: toolbar.map(({ name }) => name),
      toolbarActions: toolbar.flatMap(({ action }) => (action?.onRecords === true ? [] : actionViews(action))),
      bulkActions: toolbar.flatMap(({ action }) => (action?.onRecords === true ? actionViews(action) : [])),
      rowActions: schema.rowActions
        .filter(({ requires }) => meets(permissions, requires))
        .flatMap(({ action }): ListView['rowActions'] =>
          action === undefined ? [{ action: 'delete' }] : actionViews(action),
        ),
      import: mayImport(schema, permissions) ? (schema.import?.view ?? null) : null,
      savedViews: schema.savesViews ? { mayShare: meets(permissions, SHARES_VIEWS) } : null,
      search: permitted.searchIn.length === 0 ? null : schema.search,
      defaultSort: sortText(schema.defaultSort, permitted.sortable),
    },
  };
}

export function mayImport({ import: imports }: Pick<ListSchema, 'import'>, permissions: Permissions): boolean {
  if (imports === undefined || !imports.requires.every((one) => meets(permissions, one))) return false;
  const { create, update } = imports.operations;
  return meets(permissions, create) || (imports.keys.length > 0 && meets(permissions, update));
}

function actionViews(action: ToolbarButton['action']): ToolbarActionView[] {
  if (action === undefined) return [];
  const { name, label, confirm } = action;
  return [{ action: name, label, ...(confirm && { confirm }) }];
}

/** A cell that can be changed does not open the record. */
function withChange({ view, change }: ListColumn, permissions: Permissions): ColumnView {
  const mayChange = change?.requires.every((one) => meets(permissions, one)) ?? false;
  return change !== undefined && mayChange ? { ...view, clickable: false, change: change.view } : view;
}

/** Removes references to filters that the administrator may not see. */
function filterViews(permitted: readonly FilterSchema[]): readonly FilterView[] {
  const shown = new Set(permitted.map(({ name }) => name));
  return permitted.map(({ view }) => ({ ...view, dependsOn: view.dependsOn.filter((name) => shown.has(name)) }));
}

/** A relation manager for one administrator. */
export interface PermittedRelation {
  readonly schema: RelationSchema;
  readonly related: PermittedColumns;
  readonly candidates: PermittedColumns;
  readonly view: RelationView;
}

/** Undefined if the administrator may not see any form field that shows it. */
export const permittedRelations = new ByPermission<RelationSchema, PermittedRelation | undefined>(
  ({ view, manage, shownBy, changedBy, relatedForm }) => [
    ...relatedRequirements(relatedForm),
    ...[...view.columns, ...manage.columns].map(({ requires }) => requires),
    ...shownBy,
    ...changedBy,
  ],
  permitRelation,
);

function permitRelation(schema: RelationSchema, permissions: Permissions): PermittedRelation | undefined {
  const { shownBy, changedBy, view, manage } = schema;
  const meetsOne = (requirements: readonly Requirement[]) => requirements.some((one) => meets(permissions, one));
  if (!meetsOne(shownBy)) return undefined;
  const mayChange = meetsOne(changedBy);
  const related = permitColumns(view.columns, view.defaultSort, permissions);
  const candidates = permitColumns(manage.columns, manage.defaultSort, permissions);
  return {
    schema,
    related,
    candidates,
    view: {
      ...schema.labels,
      ...relatedView(schema.relatedForm, permissions),
      canLink: schema.canLink && mayChange,
      canUnlink: schema.canUnlink && mayChange,
      view: listView(view, related),
      manage: listView(manage, candidates),
    },
  };
}

function listView(list: RelatedList, permitted: PermittedColumns): RelatedListView {
  return {
    columns: permitted.columns.map(({ column }) => column.view),
    recordsPerPage: list.recordsPerPage,
    showPageNumbers: list.showPageNumbers,
    showSorting: list.showSorting,
    search: list.showSearch && permitted.searchIn.length > 0 ? DEFAULT_SEARCH : null,
    defaultSort: sortText(list.defaultSort, permitted.sortable),
  };
}
