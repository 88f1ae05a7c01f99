import type { Edit, Marked } from './edit.js';

export function markedIn(area: HTMLTextAreaElement): Marked {
  return { text: area.value, start: area.selectionStart, end: area.selectionEnd };
}

/** As if it had been typed: it can be undone, and React hears of it. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isNothing = insert === '' && from === to;
  // The only way to change a text so that undo knows of it; no browser is about to take it away.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (!isNothing && !document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
