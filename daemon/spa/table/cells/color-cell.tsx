import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

/** Nothing but a colour reaches a style. */
const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export function ColorCell({ value }: CellProps) {
  const text = textOf(value);
  return (
    <span className="color-cell">
      {COLOUR.test(text) && <span className="color-cell__swatch" style={{ backgroundColor: text }} />}
      {text}
    </span>
  );
}
