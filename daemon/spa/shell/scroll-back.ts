import type { Scrolled } from '../platform/location.js';
import { scrollPane } from '../platform/location.js';

/** Signs of a user who has begun to do something else. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to where the user was as soon as the contents, which may be loading, are long enough, however late that is, unless the
 * user acts before that. Returns a function that gives up.
 */
export function scrollBackTo({ page, pane }: Scrolled, contents: Element): () => void {
  const growth = new ResizeObserver(() => {
    const list = scrollPane();
    window.scrollTo({ top: page });
    list?.scrollTo({ top: pane });
    if (Math.abs(window.scrollY - page) < 1 && Math.abs((list?.scrollTop ?? 0) - pane) < 1) end();
  });
  for (const act of ACTS) window.addEventListener(act, end, { capture: true, passive: true });
  growth.observe(contents);

  function end(): void {
    growth.disconnect();
    for (const act of ACTS) window.removeEventListener(act, end, { capture: true });
  }
  return end;
}
