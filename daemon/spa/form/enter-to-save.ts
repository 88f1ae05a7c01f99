import type { KeyboardEvent } from 'react';

/** Controls in which a line of text is typed, and nothing else is meant by Enter than that it is done. */
const ONE_LINE = new Set(['text', 'email', 'number', 'password', 'tel', 'url']);

/** What has uses of its own for Enter: searches, lists of choices, tables and elements of plugins. */
const OWN = '[role="combobox"], [role="search"], [role="dialog"], .relation-manager, .widget-field';

/** Whether Enter was pressed to save, as it does in every form of a page. */
export function isEnterToSave(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    event.key === 'Enter' &&
    !event.defaultPrevented &&
    !event.nativeEvent.isComposing &&
    !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
    target instanceof HTMLInputElement &&
    ONE_LINE.has(target.type) &&
    !target.readOnly &&
    target.closest('[data-field]') !== null &&
    target.closest(OWN) === null
  );
}
