import type { ColumnView } from '../api/views.js';
import { cellClass } from './cell-class.js';

const WIDTHS = ['70%', '55%', '80%', '45%', '62%'];

export interface SkeletonRowsProps {
  readonly columns: readonly ColumnView[];
  readonly withChecks: boolean;
  readonly count: number;
}

/** In the place of rows that nobody has seen yet. */
export function SkeletonRows({ columns, withChecks, count }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} role="row" className="table__row" aria-hidden="true">
      {withChecks && <td role="cell" className="table__cell table__cell--check" />}
      {columns.map((column, index) => (
        <td key={column.name} role="cell" className={cellClass(column, index === 0)} data-label={column.label}>
          <span className="skeleton table__skeleton" style={{ inlineSize: WIDTHS[(row + index) % WIDTHS.length] }} />
        </td>
      ))}
    </tr>
  ));
}
