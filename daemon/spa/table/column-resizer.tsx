import type { PointerEvent } from 'react';
import { useRef } from 'react';
import { boundedWidth } from './column-widths.js';
import './column-resizer.css';

/** @param width undefined: automatic */
export type OnWidth = (column: string, width: number | undefined, isFinal: boolean) => void;

interface Drag {
  /** Where the pointer was, and how wide the column was. */
  readonly from: number;
  readonly width: number;
  /** -1 in languages that are written from right to left. */
  readonly direction: 1 | -1;
  current: number | undefined;
}

/**
 * The edge of a heading, for pointers only: it would double the tab stops of every table. With the keyboard, the width is
 * set where columns are chosen (list/columns/column-chooser.tsx). A double click makes the width automatic again.
 */
export function ColumnResizer({ column, onWidth }: { readonly column: string; readonly onWidth: OnWidth }) {
  const drag = useRef<Drag>(undefined);

  function start(event: PointerEvent<HTMLSpanElement>) {
    const heading = event.currentTarget.closest('th');
    if (event.button !== 0 || heading === null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      from: event.clientX,
      width: heading.getBoundingClientRect().width,
      direction: getComputedStyle(heading).direction === 'rtl' ? -1 : 1,
      current: undefined,
    };
  }

  function move({ clientX }: PointerEvent) {
    const dragged = drag.current;
    if (dragged === undefined || (dragged.current === undefined && clientX === dragged.from)) return;
    dragged.current = boundedWidth(dragged.width + (clientX - dragged.from) * dragged.direction);
    onWidth(column, dragged.current, false);
  }

  function end(isKept: boolean) {
    const width = drag.current?.current;
    drag.current = undefined;
    if (width !== undefined) onWidth(column, isKept ? width : undefined, isKept);
  }

  return (
    <span
      className="table__resizer"
      aria-hidden="true"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onDoubleClick={() => onWidth(column, undefined, true)}
    />
  );
}
