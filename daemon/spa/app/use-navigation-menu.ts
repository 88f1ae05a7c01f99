import { useEffect, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react';

/** As in shell.css: below this the navigation is no column but a menu over the screen. */
const NARROW = window.matchMedia('(width < 820px)');

const isNarrow = (): boolean => NARROW.matches;
const onNarrow = (listener: () => void): (() => void) => {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
};

export interface NavigationMenu {
  /** Whether it covers the screen, which is then `inert`. Never on wide screens, where the navigation is always there. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  /** Of everything around the menu: Escape closes it. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface NavigationMenuParts {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly navigation: RefObject<HTMLElement | null>;
}

/**
 * The navigation of small screens. Opening it leads into it, closing it without having gone anywhere leads back to its
 * button; where one has arrived, it is closed.
 */
export function useNavigationMenu(path: string, { button, navigation }: NavigationMenuParts): NavigationMenu {
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = useSyncExternalStore(onNarrow, isNarrow) && openedAt === path;

  useEffect(() => {
    if (!isOpen) return;
    const { current } = navigation;
    (current?.querySelector<HTMLElement>('[aria-current]') ?? current?.querySelector('a'))?.focus();
  }, [isOpen, navigation]);

  const close = () => setOpenedAt(undefined);
  return {
    isOpen,
    toggle: () => setOpenedAt(isOpen ? undefined : path),
    close,
    onKeyDown: (event) => {
      if (!isOpen || event.key !== 'Escape') return;
      close();
      button.current?.focus();
    },
  };
}
