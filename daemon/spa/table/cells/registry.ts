import type { ColumnViewType } from '../../../admin/model/schema/types.js';
import type { CellRenderer } from './cell-props.js';
import { ColorCell } from './color-cell.js';
import { DateCell } from './date-cell.js';
import { DateTimeCell } from './date-time-cell.js';
import { NumberCell } from './number-cell.js';
import { RelationCell } from './relation-cell.js';
import { SelectableCell } from './selectable-cell.js';
import { SwitchCell } from './switch-cell.js';
import { TextCell } from './text-cell.js';
import { TimeCell } from './time-cell.js';
import { TimeSinceCell } from './time-since-cell.js';

/** One renderer for each type of column. */
export const CELL_RENDERERS: Readonly<Record<ColumnViewType, CellRenderer>> = {
  text: { component: TextCell },
  number: { component: NumberCell, align: 'right' },
  switch: { component: SwitchCell },
  datetime: { component: DateTimeCell },
  date: { component: DateCell },
  time: { component: TimeCell },
  timesince: { component: TimeSinceCell },
  selectable: { component: SelectableCell },
  relation: { component: RelationCell },
  colorpicker: { component: ColorCell },
};
