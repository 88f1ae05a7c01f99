import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './inert-fields.css';

export interface InertFieldsProps {
  readonly isInert: boolean;
  readonly children: ReactNode;
}

/**
 * The fields of a form, which take no input while a record is being created: the page moves on to the new record then, and
 * what was typed meanwhile would be in neither. Where creating fails, the focus goes back to the field that had it.
 */
export function InertFields({ isInert, children }: InertFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);

  useLayoutEffect(() => {
    const { current } = fields;
    if (current === null) return;
    const page = current.ownerDocument;
    if (isInert) {
      focused.current = current.contains(page.activeElement) ? page.activeElement : null;
      // Not by React: the attribute takes the focus away, which has to be remembered first.
      current.inert = true;
    } else {
      current.inert = false;
      if (focused.current instanceof HTMLElement && page.activeElement === page.body) focused.current.focus();
      focused.current = null;
    }
  }, [isInert]);

  return (
    <div ref={fields} className="inert-fields" aria-busy={isInert}>
      {children}
    </div>
  );
}
