import type { FilterSchema, FilterView } from '../../model/schema/filter-schema.js';
import type { ListSchema, ListView } from '../../model/schema/list-schema.js';
import type { Permissions } from '../../model/schema/requirement.js';
import { meets } from '../../model/schema/requirement.js';
import { ByPermission } from './by-permission.js';
import type { PermittedColumns } from './columns.js';
import { permitColumns, sortText } from './columns.js';

/** A list as one administrator has it. What is not in here cannot be seen, sorted by, searched or filtered by. */
export interface PermittedList extends PermittedColumns {
  readonly schema: ListSchema;
  readonly filters: ReadonlyMap<string, FilterSchema>;
  readonly view: ListView;
}

export const permittedLists = new ByPermission<ListSchema, PermittedList>(
  ({ columns, filters, toolbar }) => [...columns, ...filters, ...toolbar].map(({ requires }) => requires),
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
      columns: permitted.columns.map(({ column }) => column.view),
      filters: filterViews(filters),
      toolbarButtons: toolbar.map(({ name }) => name),
      toolbarActions: toolbar.flatMap(({ action }) => {
        if (action === undefined) return [];
        const { name, ...view } = action;
        return [{ action: name, ...view }];
      }),
      search: permitted.searchIn.length === 0 ? null : schema.search,
      defaultSort: sortText(schema.defaultSort, permitted.sortable),
    },
  };
}

/** A filter says nothing of another one that is not the administrator's to see. */
function filterViews(permitted: readonly FilterSchema[]): readonly FilterView[] {
  const shown = new Set(permitted.map(({ name }) => name));
  return permitted.map(({ view }) => ({ ...view, dependsOn: view.dependsOn.filter((name) => shown.has(name)) }));
}
