import type { ColumnViewType } from '../../admin/model/schema/types.js';
import type { ColumnView } from '../api/views.js';
import type { Moment } from '../formats/date-format.js';
import { formatMoment } from '../formats/date-format.js';

/** The narrowest useful width of each type in pixels: its longest usual value in one line. Dates also depend on their format. */
const WIDTHS: Readonly<Record<ColumnViewType, number>> = {
  text: 112,
  summary: 112,
  number: 64,
  switch: 72,
  datetime: 138,
  date: 104,
  time: 68,
  timesince: 112,
  selectable: 110,
  relation: 100,
  colorpicker: 104,
  element: 104,
};

/**
 * The column that names the record: about 30 letters, less on a narrow screen, where it stays while the others scroll. And a
 * column with several related records.
 */
const NAME_WIDTH = 'clamp(166px, 24cqi, 240px)';
const SEVERAL_WIDTH = 116;

/** A moment with a long name of its day and month in most languages, and two digits everywhere. */
const LONG_MOMENT: Moment = { instant: new Date(Date.UTC(2026, 8, 30, 22, 58)), zone: 'UTC' };

/** Digits are wider than letters, and all equally wide. */
const DIGIT = 7;
const AROUND_CELL = 18;

/** Room for a heading: its letters, and the padding in which the arrow of the sort order is. */
const LETTER = 6.6;
const AROUND_HEADING = 34;

/** Around the text of a choice: its icon, and the paddings of its chip and of the cell. */
const AROUND_CHIP = 46;
const LONGEST_CHIP = 200;
/** The button and the arrow of a cell whose choice can be changed in place. */
const ARROW = 28;

const CHECK_WIDTH = 44;

/** A column of a table in which columns can have a chosen width. */
export interface TableColumn extends ColumnView {
  /** In pixels; absent: automatic. */
  readonly chosenWidth?: number;
}

export const MIN_COLUMN_WIDTH = 48;
export const MAX_COLUMN_WIDTH = 1200;

export function boundedWidth(pixels: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, pixels)));
}

/** Parts of the space that is left over. Types that are absent here never need more than their width. */
const SHARES: Partial<Readonly<Record<ColumnViewType, number>>> = { text: 3, summary: 3, relation: 1 };
const NAME_SHARE = 3;
const SEVERAL_SHARE = 2;

const MENU_WIDTH = 44;

export interface WidthOptions {
  /** The column that names the record. */
  readonly name: string | undefined;
  /** Whether rows have a checkbox at their start, and a menu at their end. */
  readonly withChecks: boolean;
  readonly withMenus: boolean;
  /** Of dates and times: "9/30/2026, 10:58 PM" is longer than "30.09.2026, 22:58". */
  readonly locale: string;
}

export interface TableWidths {
  /** By column name: a CSS length. */
  readonly columns: ReadonlyMap<string, string>;
  /** The width below which the table scrolls. */
  readonly minimum: string;
}

/**
 * The widths depend on the columns alone and not on the rows, so that they stay the same from page to page. `cqi` is a
 * hundredth of the place of the table (record-table.css).
 */
export function widthsOf(
  columns: readonly TableColumn[],
  { name, withChecks, withMenus, locale }: WidthOptions,
): TableWidths {
  const sized = columns.map((column, index) => ({
    column,
    minimum: minimumOf(column, column.name === name, locale),
    share: shareOf(column, column.name === name, index === columns.length - 1 && areChosen(columns)),
  }));
  const edges = (withChecks ? CHECK_WIDTH : 0) + (withMenus ? MENU_WIDTH : 0);
  const minimum = `calc(${[`${String(edges)}px`, ...sized.map((one) => one.minimum)].join(' + ')})`;
  const shares = sized.reduce((sum, { share }) => sum + share, 0);
  const widths = sized.map(({ column, minimum: own, share }): [string, string] => [
    column.name,
    share === 0 ? own : `calc(${own} + max(0px, 100cqi - ${minimum}) * ${String(share)} / ${String(shares)})`,
  ]);
  return { columns: new Map(widths), minimum };
}

/** Something has to take the space that is left over. */
function areChosen(columns: readonly TableColumn[]): boolean {
  return columns.every(({ chosenWidth }) => chosenWidth !== undefined);
}

function minimumOf(column: TableColumn, isName: boolean, locale: string): string {
  const { width, chosenWidth, type, multiple, label } = column;
  if (chosenWidth !== undefined) return `${String(chosenWidth)}px`;
  // A percentage of the place, whatever the other columns take.
  if (width !== undefined) return width.replace('%', 'cqi');
  const heading = label.length * LETTER + AROUND_HEADING;
  const content = multiple && !isName ? SEVERAL_WIDTH : WIDTHS[type];
  const longest = `${String(Math.round(Math.max(heading, content, choiceWidth(column), momentWidth(column, locale))))}px`;
  return isName ? `max(${longest}, ${NAME_WIDTH})` : longest;
}

function choiceWidth({ type, options = [], change }: TableColumn): number {
  if (type === 'switch' && change !== undefined) return WIDTHS.switch + ARROW / 2;
  if (type !== 'selectable') return 0;
  const longest = Math.max(0, ...options.map(({ label }) => label.length));
  return Math.min(longest * LETTER + AROUND_CHIP, LONGEST_CHIP) + (change === undefined ? 0 : ARROW);
}

function momentWidth({ type, format }: TableColumn, locale: string): number {
  if (type !== 'datetime' && type !== 'date' && type !== 'time') return 0;
  return formatMoment(LONG_MOMENT, type, format, locale).length * DIGIT + AROUND_CELL;
}

/** A chosen width and one from the YAML stay as they are, unless nothing else could grow. */
function shareOf({ width, chosenWidth, type, multiple }: TableColumn, isName: boolean, isRest: boolean): number {
  if (isRest) return 1;
  if (chosenWidth !== undefined) return 0;
  if (isName) return NAME_SHARE;
  if (width !== undefined) return 0;
  return multiple ? SEVERAL_SHARE : (SHARES[type] ?? 0);
}
