import type { ReactNode, RefObject } from 'react';
import { Suspense } from 'react';
import { Popover } from 'react-aria-components';

export interface PopoverPanelProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  /** The accessible name. */
  readonly label: string;
  /** The edge of the button that the popover begins at. Default: start. */
  readonly edge?: 'start' | 'end';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Opens over the page, which stays where it is. The popover itself is the dialog: react-aria's buttons for closing it by
 * touch are beside its content, and belong to the dialog too (axe, region). It loads with the other overlays (overlays.tsx).
 */
export function PopoverPanel({ triggerRef, label, edge = 'start', isOpen, onClose, children }: PopoverPanelProps) {
  return (
    <Popover
      className="popover popover-panel"
      placement={`bottom ${edge}`}
      triggerRef={triggerRef}
      aria-label={label}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Suspense fallback={<span className="skeleton popover-panel__loading" />}>{children}</Suspense>
    </Popover>
  );
}
