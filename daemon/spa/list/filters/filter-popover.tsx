import type { ReactNode } from 'react';
import { Suspense, useContext } from 'react';
import { DialogTrigger, OverlayTriggerStateContext, Popover } from 'react-aria-components';
import { lazyPart } from '../../ui/lazy-part.js';
import './filter-popover.css';

/** Most visits do not filter, so everything inside the popovers loads when the first one opens. */
const FilterEditor = lazyPart(async () => (await import('./filter-editor.js')).FilterEditor);
const FilterPicker = lazyPart(async () => (await import('./filter-editor.js')).FilterPicker);

export { FilterEditor, FilterPicker };

export interface FilterPopoverProps {
  /** Accessible name of the popover. */
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  /** The edge of the button that the popover begins at. Default: start. */
  readonly edge?: 'start' | 'end';
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * Over the table, which stays where it is. The popover itself is the dialog: react-aria's buttons for closing it by touch are
 * beside its content, and belong to the dialog too (axe, region).
 */
export function FilterPopover({ label, trigger, edge = 'start', onOpenChange, children }: FilterPopoverProps) {
  return (
    <DialogTrigger {...(onOpenChange && { onOpenChange })}>
      {trigger}
      <Popover className="popover filter-popover" placement={`bottom ${edge}`} aria-label={label}>
        <PopoverContent>{children}</PopoverContent>
      </Popover>
    </DialogTrigger>
  );
}

function PopoverContent({ children }: Pick<FilterPopoverProps, 'children'>) {
  const popover = useContext(OverlayTriggerStateContext);
  return (
    <Suspense fallback={<span className="skeleton filter-popover__loading" />}>
      {children(() => popover?.close())}
    </Suspense>
  );
}
