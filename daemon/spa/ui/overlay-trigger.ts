import type { FocusEvent, RefObject } from 'react';
import { useState } from 'react';
import type { ButtonProps } from 'react-aria-components';
import type { LazyPart } from './lazy-part.js';

/** Where the focus is once a menu is open: on an item, or on the menu itself, as for users of a mouse. */
export type FirstFocus = 'first' | 'last' | true;

/** The keys that open a menu. */
const KEYS: Readonly<Record<string, FirstFocus>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/** Where the focus will be in the menu that the key opens; undefined if it opens none. */
export function focusByKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): FirstFocus | undefined {
  return event.ctrlKey || event.metaKey ? undefined : KEYS[event.key];
}

export interface OverlayTriggerOptions {
  /** A menu opens as soon as a key or the button of a mouse is down, like those of the system. */
  readonly isMenu?: boolean;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /** Loads what the overlay will show. */
  readonly preload?: (() => void) | undefined;
}

export interface OverlayTrigger {
  /** Undefined while the overlay is closed. */
  readonly opened: FirstFocus | undefined;
  /**
   * Whether the overlay has been open. It stays mounted after that: a dialog that takes its place returns the focus to the
   * button through it.
   */
  readonly isNeeded: boolean;
  readonly close: () => void;
  /** For the button. */
  readonly button: ButtonProps;
}

/**
 * Whether the user has moved the focus to another control. A screen that arrives takes the focus too, with an element that Tab
 * does not reach, and a window that loses the focus leaves it where it is.
 */
export function hasGoneOn({ relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof HTMLElement && relatedTarget.tabIndex >= 0;
}

/**
 * A button that opens an overlay whose file may not have arrived yet. The file loads as soon as the pointer or the focus is on
 * the button. A press before it has arrived counts, unless the user leaves the button or presses Escape meanwhile: an
 * overlay that opens late must not take the focus away from something else (AD-471).
 */
export function useOverlayTrigger(
  overlay: Pick<LazyPart<never>, 'preload' | 'isLoading'>,
  buttonRef: RefObject<HTMLButtonElement | null>,
  { isMenu = false, onOpenChange, preload: preloadContent }: OverlayTriggerOptions,
): OverlayTrigger {
  const [opened, setOpened] = useState<FirstFocus>();
  const [isNeeded, setNeeded] = useState(false);

  function change(to: FirstFocus | undefined) {
    if (to !== undefined) {
      // Not every browser focuses a button that is clicked, and the focus has to come back to it.
      buttonRef.current?.focus({ preventScroll: true });
      preload();
      setNeeded(true);
    }
    setOpened(to);
    if ((to === undefined) !== (opened === undefined)) onOpenChange?.(to !== undefined);
  }

  function preload() {
    void overlay.preload();
    preloadContent?.();
  }

  const close = () => change(undefined);
  // Once it is open, the overlay covers the button: the second press cancels the first.
  const press = (focus: FirstFocus) => change(opened === undefined ? focus : undefined);

  const button: ButtonProps = {
    'aria-expanded': opened !== undefined,
    onHoverStart: preload,
    onFocus: preload,
    onBlur(event) {
      if (opened !== undefined && overlay.isLoading() && hasGoneOn(event)) close();
    },
    onKeyDown(event) {
      const focus = isMenu ? focusByKey(event) : undefined;
      if (opened !== undefined && event.key === 'Escape') close();
      else if (focus !== undefined && !event.repeat) {
        event.preventDefault();
        if (event.key.startsWith('Arrow')) change(focus);
        else press(focus);
      } else event.continuePropagation();
    },
  };
  if (!isMenu) return { opened, isNeeded, close, button: { ...button, onPress: () => press(true) } };
  return {
    opened,
    isNeeded,
    close,
    button: {
      ...button,
      'aria-haspopup': 'menu',
      // The menu has the focus before the button of the mouse is up.
      preventFocusOnPress: true,
      onPressStart({ pointerType }) {
        // By touch, the user may be scrolling. A virtual press comes from a screen reader.
        if (pointerType === 'virtual') press('first');
        else if (pointerType !== 'touch' && pointerType !== 'keyboard') press(true);
      },
      onPress({ pointerType }) {
        if (pointerType === 'touch') press(true);
      },
    },
  };
}
