import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * Whether the component has left the screen. An answer that arrives after that must neither navigate, because the user is
 * elsewhere by then, nor be told only where nobody sees it.
 */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
