import type { ColumnView } from '../api/views.js';
import { CELL_RENDERERS } from './cells/registry.js';

const ALIGN = { left: '', center: ' table__cell--center', right: ' table__cell--end' } as const;

export function alignClass({ type, align }: ColumnView): string {
  return ALIGN[align ?? CELL_RENDERERS[type].align ?? 'left'];
}

/** @param isFirst the column that names the record */
export function cellClass(column: ColumnView, isFirst: boolean): string {
  const own = column.cssClass === undefined ? '' : ` ${column.cssClass}`;
  return `table__cell table__cell--${column.type}${isFirst ? ' table__cell--first' : ''}${alignClass(column)}${own}`;
}
