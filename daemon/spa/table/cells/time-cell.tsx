import type { CellProps } from './cell-props.js';
import { MomentCell } from './moment-cell.js';

export function TimeCell(props: CellProps) {
  return <MomentCell {...props} kind="time" />;
}
