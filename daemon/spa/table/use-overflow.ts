import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Whether the content is wider than the element. Only then does it scroll by itself: a heading row cannot stick to the window
 * inside of something that scrolls.
 */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const frame = element.current;
    const content = frame?.firstElementChild;
    if (!frame || !content) return undefined;
    const observer = new ResizeObserver(() =>
      setOverflows(content.getBoundingClientRect().width > frame.clientWidth + 0.5),
    );
    observer.observe(frame);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return overflows;
}
