import type { ComponentType } from 'react';
import type { ColumnView } from '../../api/views.js';

export interface CellProps {
  /** Never empty: what is, is drawn by the table. One value: of several, each is drawn by itself. */
  readonly value: unknown;
  readonly column: ColumnView;
}

/** How a type of column shows a value. Inside of the row's link, so nothing in it may be pressed. */
export interface CellRenderer {
  readonly component: ComponentType<CellProps>;
  /** Where the column does not say it. */
  readonly align?: 'right' | 'center';
}
