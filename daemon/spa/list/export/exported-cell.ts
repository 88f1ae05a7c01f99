import type { RowBody } from '../../../admin/api/answers.js';
import type { ColumnView } from '../../api/views.js';
import type { MomentKind } from '../../formats/date-format.js';
import { formatMoment, momentOf } from '../../formats/date-format.js';
import { isEmpty, textOf } from '../../table/cell-values.js';

/** A value for a file: with the type that a spreadsheet has for it, and as a text. */
export type ExportedCell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text' | 'number' | MomentKind; readonly text: string }
  | { readonly kind: 'bool'; readonly isOn: boolean };

const EMPTY: ExportedCell = { kind: 'empty' };

/** Sortable in every language, and understood by every spreadsheet. */
const FORMATS: Readonly<Record<MomentKind, string>> = { date: 'Y-m-d', datetime: 'Y-m-d H:i:s', time: 'H:i:s' };

/** The value that the list shows in this cell: labels instead of stored choices, times in the administrator's time zone. */
export function exportedCell(column: ColumnView, row: RowBody): ExportedCell {
  const invalid = row._invalid?.[column.name];
  if (invalid !== undefined) return { kind: 'text', text: invalid };
  const value = row[column.name];
  if (isEmpty(value)) return EMPTY;
  if (Array.isArray(value)) {
    const texts = value.map((one: unknown) => (isEmpty(one) ? '' : labelOf(column, textOf(one))));
    return { kind: 'text', text: texts.join(', ') };
  }
  switch (column.type) {
    case 'number':
      return { kind: isNumber(textOf(value)) ? 'number' : 'text', text: textOf(value) };
    case 'switch':
      return { kind: 'bool', isOn: value === true || value === 1 || value === '1' };
    case 'date':
    case 'time':
    case 'datetime':
      return momentCell(column, value, column.type);
    case 'timesince':
      return momentCell(column, value, 'datetime');
    case 'text':
    case 'summary':
    case 'element':
      return { kind: typeof value === 'number' ? 'number' : 'text', text: textOf(value) };
    case 'relation':
    case 'selectable':
    case 'colorpicker':
      return { kind: 'text', text: labelOf(column, textOf(value)) };
  }
}

/** A whole or decimal number as the API writes it. */
export function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

function labelOf({ options }: ColumnView, text: string): string {
  return options?.find(({ value }) => value === text)?.label ?? text;
}

function momentCell({ useTimezone }: ColumnView, value: unknown, kind: MomentKind): ExportedCell {
  const moment = momentOf(value, useTimezone);
  if (moment === undefined) return { kind: 'text', text: textOf(value) };
  return { kind, text: formatMoment(moment, kind, FORMATS[kind], 'en') };
}
