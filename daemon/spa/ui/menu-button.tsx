import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { ButtonProps } from 'react-aria-components';
import { Button } from 'react-aria-components';
import type { MenuContent } from './menu.js';
import { useOverlayTrigger } from './overlay-trigger.js';
import { ChoiceMenu } from './overlays.js';

export interface MenuButtonProps extends MenuContent {
  readonly button: Pick<ButtonProps, 'id' | 'className' | 'aria-label' | 'aria-labelledby' | 'aria-describedby'>;
  /** Of the button. */
  readonly children: ReactNode;
  /** Loads what a choice will open. */
  readonly preload?: () => void;
}

/** A button with a menu. */
export function MenuButton({ button, children, preload, ...menu }: MenuButtonProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const options = { isMenu: true, preload };
  const { opened, isNeeded, close, button: trigger } = useOverlayTrigger(ChoiceMenu, buttonRef, options);
  return (
    <>
      <Button {...button} {...trigger} ref={buttonRef}>
        {children}
      </Button>
      {isNeeded && (
        <ChoiceMenu
          {...menu}
          triggerRef={buttonRef}
          isOpen={opened !== undefined}
          firstFocus={opened ?? true}
          onClose={close}
        />
      )}
    </>
  );
}
