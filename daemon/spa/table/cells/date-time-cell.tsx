import type { CellProps } from './cell-props.js';
import { MomentCell } from './moment-cell.js';

export function DateTimeCell(props: CellProps) {
  return <MomentCell {...props} kind="datetime" />;
}
