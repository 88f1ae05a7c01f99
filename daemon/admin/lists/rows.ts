import type { ListMeta, RowBody } from '../model/answers.js';
import { cellToJson } from '../model/cell-to-json.js';
import { choiceToJson } from '../model/choice.js';
import { invalidJson, labelJson } from '../model/read-cell-to-json.js';
import type { RelationSelection } from '../model/query.js';
import type { AdminRecord, RecordPage, RelationValue } from '../model/record.js';
import { isToMany } from '../model/relation.js';
import type { SelectedColumn } from '../schema/permitted/columns.js';
import type { ListParameters } from './list-parameters.js';

/**
 * One row of a list: every column by its name, `id`, and `_version` where the model has one. A value that does not fit its
 * column is not in the row: `_invalid` has its raw text.
 */
export function rowOf(columns: readonly SelectedColumn[], record: AdminRecord): RowBody {
  const row: Record<string, unknown> = {};
  const invalid: Record<string, string> = {};
  for (const { column, slot } of columns) {
    const { name, source, view } = column;
    const toJson = view.options === undefined ? cellToJson : choiceToJson;
    if (source.kind === 'column') {
      const cell = record.cells[slot.index];
      if (cell?.kind === 'invalid') invalid[name] = cell.raw;
      else row[name] = cell === undefined ? null : toJson(source.column.type, cell);
    } else row[name] = relationToJson(source.selection, record.relations[slot.index], toJson);
  }
  return {
    ...row,
    ...invalidJson(invalid),
    id: record.id,
    ...(record.version !== undefined && { _version: record.version }),
  };
}

/** The text of the related record, a list of them for a to-many relation, or their number. */
function relationToJson(
  selection: RelationSelection,
  value: RelationValue | undefined,
  toJson: typeof cellToJson,
): unknown {
  if (value === undefined) return null;
  if (value.kind === 'count') return value.count;
  if (selection.kind === 'count') return null;
  const texts = value.items.map((item) => labelJson(toJson, selection.column.type, item.value));
  return isToMany(selection.relation) ? texts : (texts[0] ?? null);
}

/** What goes with a page of a list (admin.md, JSON API). */
export function listMeta(
  { page, perPage }: ListParameters,
  { total, totalOver, hasMore }: RecordPage,
  sort: string,
): ListMeta {
  return {
    page,
    per_page: perPage,
    total: total ?? null,
    last_page: total === undefined ? null : Math.max(1, Math.ceil(total / perPage)),
    ...(totalOver !== undefined && { total_over: totalOver }),
    has_more: hasMore,
    sort,
  };
}
