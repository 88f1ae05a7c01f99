import type { RelatedList, RelatedListView, RelationSchema, RelationView } from '../../model/schema/relation-schema.js';
import type { Permissions, Requirement } from '../../model/schema/requirement.js';
import { meets } from '../../model/schema/requirement.js';
import { DEFAULT_SEARCH } from '../compile/list.js';
import { ByPermission } from './by-permission.js';
import type { PermittedColumns } from './columns.js';
import { permitColumns, sortText } from './columns.js';

/** A relation manager as one administrator has it. */
export interface PermittedRelation {
  readonly schema: RelationSchema;
  readonly related: PermittedColumns;
  readonly candidates: PermittedColumns;
  readonly view: RelationView;
}

/** Undefined where no form field that shows it is open to the administrator. */
export const permittedRelations = new ByPermission<RelationSchema, PermittedRelation | undefined>(
  ({ view, manage, shownBy, changedBy }) => [
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
