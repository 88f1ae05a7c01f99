import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * For a button that brings more choices. It disappears with the last of them: the focus goes on to the first that it brought.
 * @param list around the choices, which are inputs
 * @param count of the choices
 * @returns to be called when the user asks for more
 */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, count: number): () => void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    const brought = before.current === undefined ? undefined : choicesIn(list)[before.current];
    if (brought === undefined) return;
    before.current = undefined;
    if (document.activeElement === document.body) brought.focus();
  }, [list, count]);
  return () => {
    before.current = choicesIn(list).length;
  };
}

function choicesIn({ current }: RefObject<HTMLElement | null>): readonly HTMLInputElement[] {
  return [...(current?.querySelectorAll('input') ?? [])];
}
