import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import './full-text.css';

/** Short enough to help, long enough that a pointer on its way over the table shows nothing. */
const PAUSE_MS = 350;

interface Shown {
  readonly text: string;
  readonly top: number;
  readonly left: number;
  readonly right: number;
  /** Near the lower edge of the window, the text is above its cell. */
  readonly above: boolean;
}

const NOTHING_BELOW = 120;

/** The parts of a cell that an ellipsis may shorten. */
const SHORTENED = '.table__label, .table__text, .chip__text, .invalid-value__raw';

/** The whole text of a cell, or undefined if all of it is visible. */
function hiddenText(cell: Element): string | undefined {
  const parts = [cell, ...cell.querySelectorAll(SHORTENED)];
  const isCounted = [...cell.querySelectorAll<HTMLElement>('.chips__more')].some((more) => more.offsetWidth > 0);
  if (!isCounted && !parts.some((part) => part.scrollWidth > part.clientWidth)) return undefined;
  return cell.querySelector<HTMLElement>('[data-full]')?.dataset['full'] ?? cell.textContent;
}

/** The cell of a table row or heading. In a narrow place, rows are cards, which show everything. */
function cellOf(target: EventTarget): HTMLElement | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.table__cell, .table__heading') : null;
  return cell !== null && getComputedStyle(cell).display === 'table-cell' ? cell : undefined;
}

/**
 * The full text of a cell that is too narrow for it: under the pointer, and where the focus is. It stays while the pointer
 * is on it, and Escape closes it (WCAG 2.2, 1.4.13). Screen readers read the cell itself, which has the whole text.
 */
export function useFullText() {
  const [shown, setShown] = useState<Shown>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (shown === undefined) return undefined;
    const hide = () => setShown(undefined);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', hide, { capture: true });
  }, [shown]);

  function show(cell: HTMLElement | undefined) {
    const text = cell && hiddenText(cell);
    if (cell === undefined || text === undefined) {
      setShown(undefined);
      return;
    }
    const { top, bottom, left, right } = cell.getBoundingClientRect();
    const above = bottom > window.innerHeight - NOTHING_BELOW;
    setShown({ text, top: above ? top : bottom, left, right, above });
  }

  const handlers = {
    onPointerOver({ target, pointerType }: PointerEvent) {
      clearTimeout(timer.current);
      if (pointerType === 'touch' || (target instanceof Element && target.closest('.full-text') !== null)) return;
      const cell = cellOf(target);
      if (shown !== undefined) show(cell);
      else timer.current = setTimeout(() => show(cell), PAUSE_MS);
    },
    onPointerLeave() {
      clearTimeout(timer.current);
      setShown(undefined);
    },
    onFocus({ target }: FocusEvent) {
      if (target.matches(':focus-visible')) show(cellOf(target));
    },
    onBlur: () => setShown(undefined),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || shown === undefined) return;
      event.stopPropagation();
      setShown(undefined);
    },
  };
  return { handlers, shown };
}

export function FullText({ shown }: { readonly shown: Shown | undefined }) {
  if (shown === undefined) return null;
  const { text, top, left, right, above } = shown;
  // Toward the middle of the window, so that a long text in the last column has room.
  const isLate = left > window.innerWidth / 2;
  return (
    <div
      className="full-text"
      data-above={above}
      data-late={isLate}
      aria-hidden="true"
      style={{ top, left: isLate ? right : left }}
    >
      {text}
    </div>
  );
}
