import type { RowBody } from './answers.js';
import { isEmpty, textOf } from './cell-values.js';
import { isNumber } from './formula.js';
import { clockIn } from './zoned-time.js';

/**
 * The values of a list as its export has them. The import renders the stored values in the same way, to know which cells of a
 * file nothing has touched.
 */

/** A value for a file: with the type that a spreadsheet has for it, and as a text. */
export type ExportedCell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text' | 'number' | MomentKind; readonly text: string }
  | { readonly kind: 'bool'; readonly isOn: boolean };

type MomentKind = 'date' | 'datetime' | 'time';

/** The members of a column on which its exported values depend, in the language of the reader. */
export interface ExportedColumn {
  readonly name: string;
  readonly type: string;
  readonly useTimezone?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

const EMPTY: ExportedCell = { kind: 'empty' };

/**
 * The value that the list shows in this cell: labels instead of stored choices, times in the time zone of the reader. Of an
 * instant, a spreadsheet has the time on the clocks, to the second.
 */
export function exportedCell(column: ExportedColumn, row: RowBody, zone: string): ExportedCell {
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
      return momentCell(column, value, column.type, zone);
    case 'timesince':
      return momentCell(column, value, DATE.test(textOf(value)) ? 'date' : 'datetime', zone);
    case 'relation':
    case 'selectable':
    case 'colorpicker':
      return { kind: 'text', text: labelOf(column, textOf(value)) };
    default:
      return { kind: typeof value === 'number' ? 'number' : 'text', text: textOf(value) };
  }
}

/** A value as a text file has it, before quotes. */
export function exportedText(cell: ExportedCell, { on, off }: { readonly on: string; readonly off: string }): string {
  if (cell.kind === 'empty') return '';
  return cell.kind === 'bool' ? (cell.isOn ? on : off) : cell.text;
}

function labelOf({ options }: ExportedColumn, text: string): string {
  return options?.find(({ value }) => value === text)?.label ?? text;
}

/** Sortable in every language, and understood by every spreadsheet: `2026-12-31 23:59:59`, or a part of it. */
function momentCell(
  { useTimezone = true }: ExportedColumn,
  value: unknown,
  kind: MomentKind,
  zone: string,
): ExportedCell {
  const text = textOf(value);
  const shown = momentOf(text, useTimezone ? zone : 'UTC');
  if (shown === undefined) return { kind: 'text', text };
  const [day = '', time = ''] = shown.toISOString().split('T');
  const clock = time.slice(0, 8);
  return { kind, text: kind === 'date' ? day : kind === 'time' ? clock : `${day} ${clock}` };
}

/** The time on the clocks as if it were UTC. Dates and times of a day have no zone, so they are the same everywhere. */
function momentOf(text: string, zone: string): Date | undefined {
  const whole = DATE.test(text) ? `${text}T00:00:00Z` : TIME.test(text) ? `1970-01-01T${text}Z` : text;
  if (!INSTANT.test(whole)) return undefined;
  const instant = Date.parse(whole);
  if (Number.isNaN(instant)) return undefined;
  return new Date(whole === text ? clockIn(zone, instant) : instant);
}

const TIME = /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
