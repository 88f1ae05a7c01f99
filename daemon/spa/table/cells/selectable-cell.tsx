import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

/** The label of the choice; a value that is no longer one of the choices is shown as it is. */
export function SelectableCell({ value, column: { options } }: CellProps) {
  const text = textOf(value);
  return <span className="chip">{options?.find((option) => option.value === text)?.label ?? text}</span>;
}
