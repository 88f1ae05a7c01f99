import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

/** The text that stands for the related record. */
export function RelationCell({ value }: CellProps) {
  return textOf(value);
}
