import type { ListMeta, RecordBody, RowBody, SettingsBody } from '../api/answers.js';
import { shortened } from '../api/characters.js';
import type { ListParameters } from '../api/list-query.js';
import { cellToJson, choiceToJson, labelJson } from '../model/cell-json.js';
import type { Cell } from '../model/column.js';
import { isToMany } from '../model/column.js';
import { parseExactly } from '../model/json-text.js';
import type { RelationSelection } from '../model/query.js';
import type { AdminRecord, RecordPage, RelationValue } from '../model/record.js';
import type { NestedForms } from '../model/schema/form-schema.js';
import { plainTextOf } from '../partials/rich-text.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import type { SelectedColumn } from '../schema/permitted/list.js';
import { Misfit, nestedToJson } from './nested-values.js';

/**
 * One row of a list: every column by name, `id`, and `_version` if the model is versioned. The row omits a value that does not
 * fit its column; `_invalid` has its raw text. It has only the beginning of a long
 * value; `_truncated` names the column.
 */
export function rowOf(columns: readonly SelectedColumn[], record: AdminRecord): RowBody {
  // One object, extended in one order: copies of rows would be most of the garbage of a list.
  const row: Record<string, unknown> = {};
  let invalid: Record<string, string> | undefined;
  let truncated: string[] | undefined;
  for (const { column, slot } of columns) {
    const { name, source, view } = column;
    const toJson = view.type === 'summary' ? plainJson : view.options === undefined ? cellToJson : choiceToJson;
    if (source.kind === 'column') {
      const cell = record.cells[slot.index];
      if (column.countsItems === true && (cell?.kind === 'invalid' || cell?.kind === 'truncated')) row[name] = '…';
      else if (cell?.kind === 'invalid') (invalid ??= {})[name] = cell.raw;
      else if (cell?.kind === 'truncated') {
        row[name] = view.type === 'summary' ? plainTextOf(cell.text) : cell.text;
        (truncated ??= []).push(name);
      } else if (column.countsItems === true) row[name] = numberOfItems(cell);
      else row[name] = cell === undefined ? null : toJson(source.column.type, cell);
    } else if (column.countsItems === true) row[name] = null;
    else row[name] = relationToJson(source.selection, record.relations[slot.index], toJson);
  }
  if (invalid !== undefined) row['_invalid'] = invalid;
  if (truncated !== undefined) row['_truncated'] = truncated;
  row['id'] = record.id;
  if (record.version !== undefined) row['_version'] = record.version;
  return row as RowBody;
}

/** HTML as the text that readers would see. */
const plainJson: typeof cellToJson = (type, cell) => {
  const json = cellToJson(type, cell);
  return typeof json === 'string' ? plainTextOf(json) : json;
};

/** Null if there are none. */
function numberOfItems(cell: Cell | undefined): number | null {
  const items: unknown = cell?.kind === 'json' ? JSON.parse(cell.value) : null;
  return Array.isArray(items) && items.length > 0 ? items.length : null;
}

/** The text of the related record, a list of texts for a to-many relation, or the number of related records. */
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

/** The metadata of one page of a list (AD-60). */
export function listMeta(
  { page, perPage }: ListParameters,
  { total, totalOver, hasMore }: RecordPage<unknown>,
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

/**
 * A record in its API form: its fields, `id`, `_labels` of the relation fields, and `_version` if the model is versioned. It
 * omits a value that does not fit its column, so that a client that sends the record back does not write it; `_invalid` has its
 * raw text.
 */
export function recordJson(form: PermittedForm, record: AdminRecord): RecordBody {
  const { json, labels } = fieldsJson(form, record);
  const title = titleOf(form, record);
  // One object, extended in one order, as in rowOf: V8 gives a copy with further members a layout of its own each time.
  json['id'] = record.id;
  if (title !== undefined) json['_title'] = title;
  json['_labels'] = labels;
  if (record.version !== undefined) json['_version'] = record.version;
  return json as RecordBody;
}

/** The current record after a conflict, with what is known about the change. */
export function conflictJson(form: PermittedForm, record: AdminRecord): RecordBody {
  const { at, by } = form.lastChange ?? {};
  const when = at && record.cells[at.index];
  const who = by && record.cells[by.index];
  const name = who?.kind === 'string' ? lineOf(who.value, MAX_TITLE) : undefined;
  const changed = {
    ...(when?.kind === 'timestamp' && { at: new Date(when.value).toISOString() }),
    ...(name !== undefined && { by: name }),
  };
  return { ...recordJson(form, record), _changed: changed };
}

/** Line breaks and other control characters, and those that reverse the order of the text around the name. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The name of a record as one line for headings and dialogs; undefined if it has none. */
export function titleOf({ title }: Pick<PermittedForm, 'title'>, record: AdminRecord): string | undefined {
  if (title === undefined) return undefined;
  const cell = record.cells[title.slot.index];
  if (cell === undefined || cell.kind === 'invalid') return undefined;
  const value = cell.kind === 'truncated' ? cell.text : cellToJson(title.column.type, cell);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return lineOf(String(value), MAX_TITLE);
}

/** One line of a text, for people to read; undefined if nothing is left of it. */
function lineOf(given: string, maximum: number): string | undefined {
  const text = given.replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim();
  if (text === '') return undefined;
  return Array.from(text).length <= maximum ? text : `${shortened(text, maximum - 1)?.trimEnd() ?? text}…`;
}

const MAX_TITLE = 120;

/** The values of a settings screen: a record without an id. */
export function settingsJson(form: PermittedForm, values: Pick<AdminRecord, 'cells' | 'version'>): SettingsBody {
  const { json } = fieldsJson(form, values);
  if (values.version !== undefined) json['_version'] = values.version;
  return json;
}

/** Characters of a stored value that does not fit its field. */
const MAX_RAW = 500;

function nestedJson(nested: NestedForms, cell: Cell | undefined): unknown {
  if (cell?.kind !== 'json') return null;
  try {
    return nestedToJson(nested, parseExactly(cell.value));
  } catch (error) {
    if (error instanceof Misfit) return new Misfit(cell.value.slice(0, MAX_RAW));
    throw error;
  }
}

/** The fields, then `_invalid` if there are values that do not fit their columns; and the labels of relation fields. */
function fieldsJson(
  { fields }: PermittedForm,
  record: Pick<AdminRecord, 'cells'> & Partial<Pick<AdminRecord, 'relations'>>,
) {
  const json: Record<string, unknown> = {};
  const labels: Record<string, unknown> = {};
  let invalid: Record<string, string> | undefined;
  for (const { field, slot } of fields.values()) {
    const { name, binding } = field;
    if (slot === undefined) continue;
    if (binding.kind === 'column') {
      const value = record.cells[slot.index];
      const toJson = binding.choices?.kind === 'listed' ? choiceToJson : cellToJson;
      // Where some fields of a nested form are hidden, the text of all of them would show their values.
      const rawOf = (raw: string) => (field.nested?.isPartial === true ? '…' : raw);
      if (value?.kind === 'invalid') (invalid ??= {})[name] = rawOf(value.raw);
      // A form asks for whole values: only the beginning of one must not be sent back.
      else if (value?.kind === 'truncated') (invalid ??= {})[name] = rawOf(value.text);
      else if (field.nested !== undefined) {
        const read = nestedJson(field.nested, value);
        if (read instanceof Misfit) (invalid ??= {})[name] = rawOf(read.message);
        else json[name] = read;
      } else json[name] = value === undefined ? null : toJson(binding.column.type, value);
    } else if (binding.kind === 'relation') {
      const value = record.relations?.[slot.index];
      const many = isToMany(binding.relation);
      // Omits an incomplete list: a client that sent it back would unlink the other records.
      if (value?.kind !== 'related' || (many && value.hasMore)) continue;
      const ids = value.items.map(({ id }) => id);
      const texts = value.items.map((item) => labelJson(cellToJson, binding.label.type, item.value));
      json[name] = many ? ids : (ids[0] ?? null);
      labels[name] = many ? texts : (texts[0] ?? null);
    }
  }
  if (invalid !== undefined) json['_invalid'] = invalid;
  return { json, labels };
}
