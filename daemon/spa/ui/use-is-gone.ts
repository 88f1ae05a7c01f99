import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * Whether the component has left the screen. An answer that arrives after that must not navigate, because the user is
 * elsewhere by then, and its failure needs another place.
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
