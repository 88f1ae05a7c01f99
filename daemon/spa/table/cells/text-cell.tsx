import { sprintf } from '../../formats/sprintf.js';
import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

export function TextCell({ value, column: { format } }: CellProps) {
  const text =
    format === undefined ? textOf(value) : sprintf(format, typeof value === 'number' ? value : textOf(value));
  return <span className="table__text">{text}</span>;
}
