import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

interface Place {
  readonly id: string;
  /** Index of the row, and of the cell in it. */
  readonly row: number;
  readonly cell: number;
}

const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled])';

/**
 * A row with the focus may leave the list: its value has changed and no longer matches the filter, or a colleague has deleted
 * it. The focus then goes to the same cell of the row that takes its place, so that people who use the keyboard can go on.
 * @param ids of the rows on the screen
 * @param onNone called if no row is left to take the focus
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[], onNone: () => void): void {
  const last = useRef<Place>(undefined);
  const none = useEffectEvent(onNone);

  useEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    const follow = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? placeOf(target) : undefined;
    };
    current.addEventListener('focusin', follow);
    return () => current.removeEventListener('focusin', follow);
  }, [list]);

  useLayoutEffect(() => {
    const { current: place } = last;
    if (place === undefined || ids.includes(place.id)) return;
    last.current = undefined;
    // Otherwise the focus has gone on: into a menu, a dialog or another part of the page.
    if (document.activeElement !== document.body) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])];
    const row = rows[Math.min(place.row, rows.length - 1)];
    const control = row?.querySelectorAll(':scope > td')[place.cell]?.querySelector<HTMLElement>(CONTROLS);
    const next = control ?? row?.querySelector<HTMLElement>(CONTROLS);
    if (next === undefined || next === null) none();
    else next.focus();
  }, [list, ids]);
}

function placeOf(element: Element): Place | undefined {
  const row = element.closest<HTMLTableRowElement>('tr[data-id]');
  const id = row?.dataset['id'];
  if (row === null || id === undefined) return undefined;
  return { id, row: row.sectionRowIndex, cell: element.closest('td')?.cellIndex ?? 0 };
}
