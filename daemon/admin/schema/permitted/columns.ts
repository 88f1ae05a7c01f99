import type { Column } from '../../model/column.js';
import type { ColumnReference, RelationSelection, Selection, Sort } from '../../model/query.js';
import type { ListColumn, SortKey } from '../../model/schema/list-schema.js';
import type { Permissions } from '../../model/schema/requirement.js';
import { meets } from '../../model/schema/requirement.js';

/** The columns of a list that one administrator sees, with everything that a query needs to know about them. */
export interface PermittedColumns {
  readonly columns: readonly SelectedColumn[];
  /** One request for all of them: no column or relation twice. */
  readonly selection: Selection;
  /** By the column's name: nothing else can be sorted by. */
  readonly sortable: ReadonlyMap<string, ColumnReference>;
  readonly searchIn: readonly ColumnReference[];
  readonly defaultSort: readonly Sort[];
}

export interface SelectedColumn {
  readonly column: ListColumn;
  readonly slot: Slot;
}

/** Where in a selected record the value is. */
export interface Slot {
  readonly kind: 'cell' | 'relation';
  readonly index: number;
}

export function permitColumns(
  columns: readonly ListColumn[],
  defaultSort: readonly SortKey[],
  permissions: Permissions,
): PermittedColumns {
  const selection = new SelectionBuilder();
  const visible = columns.filter(({ requires }) => meets(permissions, requires));
  const selected = visible.map((column) => ({
    column,
    slot:
      column.source.kind === 'column'
        ? selection.column(column.source.column)
        : selection.relation(column.source.selection),
  }));
  const sortable = new Map(
    visible.flatMap(({ name, sortBy }) => (sortBy === undefined ? [] : [[name, sortBy] as const])),
  );
  return {
    columns: selected,
    selection: selection.build(),
    sortable,
    searchIn: visible.flatMap(({ searchIn }) => searchIn ?? []),
    defaultSort: defaultSort.flatMap(({ column, descending }) => {
      const reference = sortable.get(column);
      return reference === undefined ? [] : [{ reference, descending }];
    }),
  };
}

/** As the query parameter `sort` has it; empty where the column is not the administrator's to see. */
export function sortText(keys: readonly SortKey[], sortable: ReadonlyMap<string, unknown>): string {
  return keys
    .filter(({ column }) => sortable.has(column))
    .map(({ column, descending }) => (descending ? `-${column}` : column))
    .join(',');
}

/** Collects what is wanted of each record, everything once. */
export class SelectionBuilder {
  private readonly columns: Column[] = [];
  private readonly relations: RelationSelection[] = [];

  column(column: Column): Slot {
    const found = this.columns.findIndex(({ name }) => name === column.name);
    return { kind: 'cell', index: found === -1 ? this.columns.push(column) - 1 : found };
  }

  relation(selection: RelationSelection): Slot {
    const key = keyOf(selection);
    const found = this.relations.findIndex((one) => keyOf(one) === key);
    return { kind: 'relation', index: found === -1 ? this.relations.push(selection) - 1 : found };
  }

  build(): Selection {
    return { columns: this.columns, relations: this.relations };
  }
}

function keyOf(selection: RelationSelection): string {
  const { kind, relation } = selection;
  return kind === 'count' ? `count ${relation.name}` : `${relation.name} ${selection.column.name} ${selection.limit}`;
}
