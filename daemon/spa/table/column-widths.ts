import type { ColumnViewType } from '../../admin/model/schema/types.js';
import type { ColumnView } from '../api/views.js';

/** The narrowest useful width of each type in pixels: its longest usual value in one line. */
const WIDTHS: Readonly<Record<ColumnViewType, number>> = {
  text: 112,
  number: 64,
  switch: 72,
  datetime: 138,
  date: 104,
  time: 68,
  timesince: 112,
  selectable: 110,
  relation: 104,
  colorpicker: 104,
};

/** The column that names the record, and a column with several related records. */
const NAME_WIDTH = 200;
const SEVERAL_WIDTH = 128;

/** Room for a heading: its letters, and the padding in which the arrow of the sort order is. */
const LETTER = 6.6;
const AROUND_HEADING = 24;

export const CHECK_WIDTH = 44;

/** Parts of the space that is left over. Types that are absent here never need more than their width. */
const SHARES: Partial<Readonly<Record<ColumnViewType, number>>> = { text: 2, relation: 1 };
const NAME_SHARE = 4;
const SEVERAL_SHARE = 2;

export interface TableWidths {
  /** By column name: a CSS length. */
  readonly columns: ReadonlyMap<string, string>;
  /** The width below which the table scrolls. */
  readonly minimum: string;
}

/**
 * The widths depend on the columns alone and not on the rows, so that they stay the same from page to page. `cqi` is a
 * hundredth of the place of the table (record-table.css).
 * @param name the column that names the record
 */
export function widthsOf(
  columns: readonly ColumnView[],
  name: ColumnView | undefined,
  withChecks: boolean,
): TableWidths {
  const sized = columns.map((column) => ({
    column,
    minimum: minimumOf(column, column === name),
    share: shareOf(column, column === name),
  }));
  const minimum = `calc(${[`${String(withChecks ? CHECK_WIDTH : 0)}px`, ...sized.map((one) => one.minimum)].join(' + ')})`;
  const shares = sized.reduce((sum, { share }) => sum + share, 0);
  const widths = sized.map(({ column, minimum: own, share }): [string, string] => [
    column.name,
    share === 0 ? own : `calc(${own} + max(0px, 100cqi - ${minimum}) * ${String(share)} / ${String(shares)})`,
  ]);
  return { columns: new Map(widths), minimum };
}

function minimumOf({ width, type, multiple, label }: ColumnView, isName: boolean): string {
  // A percentage of the place, whatever the other columns take.
  if (width !== undefined) return width.replace('%', 'cqi');
  const heading = label.length * LETTER + AROUND_HEADING;
  const content = isName ? NAME_WIDTH : multiple ? SEVERAL_WIDTH : WIDTHS[type];
  return `${String(Math.round(Math.max(heading, content)))}px`;
}

/** A width from the YAML stays as it is, unless nothing else could grow. */
function shareOf({ width, type, multiple }: ColumnView, isName: boolean): number {
  if (isName) return NAME_SHARE;
  if (width !== undefined) return 0;
  return multiple ? SEVERAL_SHARE : (SHARES[type] ?? 0);
}
