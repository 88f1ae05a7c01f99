import type { ReactNode, RefObject } from 'react';
import { useRef } from 'react';
import type { ButtonProps } from 'react-aria-components';
import { Button } from 'react-aria-components';
import { useOverlayTrigger } from './overlay-trigger.js';
import { PopoverPanel } from './overlays.js';

export interface PopoverButtonProps {
  readonly button: Pick<ButtonProps, 'className' | 'aria-label'>;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Accessible name of the popover. */
  readonly label: string;
  /** The edge of the button that the popover begins at. Default: start. */
  readonly edge?: 'start' | 'end';
  readonly content: (close: () => void) => ReactNode;
  /** Loads the content in advance. */
  readonly preload: () => void;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Of the button. */
  readonly children: ReactNode;
}

/** A button that opens a popover. */
export function PopoverButton({
  button,
  buttonRef,
  label,
  edge = 'start',
  content,
  children,
  ...options
}: PopoverButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const triggerRef = buttonRef ?? own;
  const { opened, isNeeded, close, button: trigger } = useOverlayTrigger(PopoverPanel, triggerRef, options);
  return (
    <>
      <Button {...button} {...trigger} ref={triggerRef}>
        {children}
      </Button>
      {isNeeded && (
        <PopoverPanel triggerRef={triggerRef} label={label} edge={edge} isOpen={opened !== undefined} onClose={close}>
          {content(close)}
        </PopoverPanel>
      )}
    </>
  );
}
