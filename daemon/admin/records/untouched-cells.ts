import { isProblem } from '../api/errors.js';
import type { ExportedCell, ExportedColumn } from '../api/exported-cell.js';
import { exportedCell, exportedText } from '../api/exported-cell.js';
import { MAX_EXPORTED_TEXT, MAX_RELATED_IN_FIELD } from '../api/limits.js';
import type { ReadCell } from '../model/column.js';
import { isToMany } from '../model/column.js';
import type { RelationSelection } from '../model/query.js';
import type { AdminRecord } from '../model/record.js';
import type { ImportableField } from '../model/schema/importable.js';
import type { ListColumn } from '../model/schema/list-schema.js';
import { plainTextOf } from '../partials/rich-text.js';
import type { PermittedList, SelectedColumn, SelectionBuilder } from '../schema/permitted/list.js';
import { beginningOf } from './import/excerpt.js';
import type { Reading } from './import/field-values.js';
import { folded, readValue } from './import/field-values.js';
import type { Mapping, Say } from './import/mapping.js';
import { showsValueOf, showsWhole } from './import/mapping.js';
import type { ReadRow } from './import/read-rows.js';
import { rowOf } from './record-json.js';

/**
 * Which cells of a file a person has not touched: an export shows values as people read them, without fractions of seconds, long
 * texts only in part, and so on. Writing such a cell back would change a value by accident.
 */

/** A column of the list whose export may have filled a column of the file. */
export interface Rendering extends SelectedColumn {
  readonly view: ExportedColumn;
  readonly field: ImportableField;
  /** The column of the file. */
  readonly at: number;
  /** Whether that one has the heading of the export. */
  readonly isNamed: boolean;
}

/** Every column of the list that shows a value of the file; adds what it needs of a record to the selection. */
export function renderingsOf(
  mapping: Mapping,
  headings: readonly string[],
  { columns }: Pick<PermittedList, 'columns'>,
  say: Say,
  selection: SelectionBuilder,
): readonly Rendering[] {
  return mapping.flatMap((field, at) => {
    const all = columns.flatMap(({ column }): Rendering[] => {
      if (field === undefined || !showsValueOf(field, column.source)) return [];
      const { source, view } = column;
      const slot =
        source.kind === 'column'
          ? selection.column(source.column)
          : selection.relation(exportedRelation(source.selection));
      const { label: heading, options, ...others } = view;
      const shown: ExportedColumn = {
        ...others,
        ...(options && { options: options.map(({ value, label }) => ({ value, label: say(label) })) }),
      };
      const isNamed = folded(headings[at] ?? '') === folded(say(heading));
      return [{ column, slot, view: shown, field, at, isNamed }];
    });
    // A cell below another heading may come from any of them.
    const named = all.filter(({ isNamed }) => isNamed);
    return named.length > 0 ? named : all;
  });
}

/** An export has the related records of a form, not only those for which a cell of the list has room. */
export function exportedRelation(selection: RelationSelection): RelationSelection {
  if (selection.kind === 'count' || !isToMany(selection.relation)) return selection;
  return { ...selection, limit: MAX_RELATED_IN_FIELD };
}

/**
 * The row without the cells that are what the export shows of the record: they are untouched fields, like blank cells. If the
 * export has only a part of a value, a changed cell is a problem, because the rest of the value would be lost.
 */
export function touchedOnly(
  row: ReadRow,
  record: AdminRecord,
  renderings: readonly Rendering[],
  reading: Reading,
): ReadRow {
  const exported = { ...record, cells: record.cells.map(cutCell) };
  const body = rowOf(renderings, exported);
  const untouched = new Map<number | null, string>();
  const partial = new Map<number | null, string>();
  for (const rendering of renderings) {
    const { at, field, view, isNamed } = rendering;
    const given = row.texts[at] ?? '';
    if (given.trim() === '') continue;
    const cell = exportedCell(view, body, reading.timeZone);
    const text = exportedText(cell, { on: reading.yes, off: reading.no });
    if (sameLines(given, text) || sameMoment(given, cell, field, reading)) untouched.set(at, field.name);
    else if (isNamed && (text.length > MAX_EXPORTED_TEXT || isPartial(rendering, exported)))
      partial.set(at, field.name);
  }
  for (const at of untouched.keys()) partial.delete(at);
  const dropped = new Set([...untouched.values(), ...partial.values()]);
  const values = Object.fromEntries(Object.entries(row.values).filter(([name]) => !dropped.has(name)));
  const problems = row.problems.filter(({ column }) => !untouched.has(column) && !partial.has(column));
  return {
    ...row,
    values,
    problems: [...problems, ...[...partial.keys()].map((column) => ({ column, problem: PARTIAL }))],
    shown: row.shown.map((text, at) => (untouched.has(at) ? (row.texts[at] ?? null) : text)),
  };
}

const PARTIAL = { rule: 'import_partial' } as const;

/** Spreadsheets change the ends of the lines in a cell. */
function sameLines(one: string, other: string): boolean {
  const lines = (text: string): string => text.replace(/\r\n?/g, '\n');
  return lines(one) === lines(other);
}

/** Spreadsheets write a date and a time in the way of their language, many of them without the seconds. */
function sameMoment(given: string, cell: ExportedCell, field: ImportableField, reading: Reading): boolean {
  if (cell.kind !== 'date' && cell.kind !== 'time' && cell.kind !== 'datetime') return false;
  const hasSeconds = /:\d\d:\d\d/.test(given);
  const shown = cell.kind === 'datetime' && !hasSeconds ? cell.text.replace(/:\d\d$/, '') : cell.text;
  const valueOf = (text: string): unknown => {
    const read = readValue(field, text, reading, undefined);
    return isProblem(read) ? undefined : read.value;
  };
  const value = valueOf(given);
  return value !== undefined && value === valueOf(shown);
}

/** Whether the export has less of the value than a cell can change. An instant has its second, and is changed as a whole. */
function isPartial({ column, slot }: Rendering, { cells, relations }: AdminRecord): boolean {
  if (slot.kind === 'relation') {
    const related = relations[slot.index];
    if (related?.kind !== 'related') return true;
    return related.hasMore || related.items.some(({ value }) => value.kind === 'truncated');
  }
  const cell = cells[slot.index];
  if (cell?.kind === 'truncated') return true;
  // A rich text without any marks is shown as it is.
  if (isSummary(column) && cell?.kind === 'string') return plainTextOf(cell.value) !== cell.value;
  return cell?.kind !== 'null' && !showsWhole(column);
}

function isSummary({ view }: ListColumn): boolean {
  return view.type === 'summary';
}

/** As the host cuts it for an export. */
function cutCell(cell: ReadCell): ReadCell {
  if (cell.kind !== 'string' && cell.kind !== 'json') return cell;
  const text = beginningOf(cell.value, MAX_EXPORTED_TEXT);
  return text === undefined ? cell : { kind: 'truncated', text };
}
