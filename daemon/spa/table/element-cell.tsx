import { useLayoutEffect, useRef } from 'react';
import { setProperties, useDefined } from '../platform/element-definition.js';
import { usePhrases } from '../platform/phrases.js';
import { textOf } from '../../admin/api/cell-values.js';

/** The properties of a plugin's element in a list. docs/admin/widgets.md documents them. */
interface CellProperties {
  readonly value: unknown;
  readonly label: string;
  readonly locale: string;
  readonly readOnly: true;
}

export interface ElementCellProps {
  readonly value: unknown;
  readonly tag: string;
  readonly label: string;
}

/** A plugin's custom element that shows a value. Until its script has loaded, and if it does not, the value as text. */
export function ElementCell({ value, tag, label }: ElementCellProps) {
  const { locale } = usePhrases();
  const [state] = useDefined(tag);
  const host = useRef<HTMLSpanElement>(null);
  const element = useRef<HTMLElement>(undefined);
  const set = useRef<CellProperties>(undefined);
  const isDefined = state === 'defined';

  useLayoutEffect(() => {
    if (!isDefined) return undefined;
    const created = document.createElement(tag);
    element.current = created;
    set.current = undefined;
    host.current?.append(created);
    return () => {
      element.current = undefined;
      created.remove();
    };
  }, [tag, isDefined]);

  useLayoutEffect(() => {
    if (element.current === undefined) return;
    const next: CellProperties = { value, label, locale, readOnly: true };
    setProperties(element.current, next, set.current);
    set.current = next;
  });

  return (
    <span ref={host} className="element-cell" data-full={textOf(value)}>
      {!isDefined && textOf(value)}
    </span>
  );
}
