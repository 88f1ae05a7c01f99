/** A text and its selection. Offsets count UTF-16 units, like those of a textarea. */
export interface Marked {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces a part of the text and sets the selection afterwards. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/**
 * From the start of the first selected line to the end of the last. A line of which only the start is selected does not
 * count.
 */
function markedLines({ text, start, end }: Marked): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const next = text.indexOf('\n', last);
  return { from, to: next === -1 ? text.length : next };
}

/** Changes each selected line. The lines stay selected. */
export function changeLines(marked: Marked, change: (lines: readonly string[]) => readonly string[]): Edit {
  const { from, to } = markedLines(marked);
  const insert = change(marked.text.slice(from, to).split('\n')).join('\n');
  const isPoint = marked.start === marked.end;
  // Keep the caret after the same character.
  const caret = Math.max(from, marked.start + insert.length - (to - from));
  return { from, to, insert, start: isPoint ? caret : from, end: isPoint ? caret : from + insert.length };
}

export function markedIn(area: HTMLTextAreaElement): Marked {
  return { text: area.value, start: area.selectionStart, end: area.selectionEnd };
}

/** Applies the edit as if the user had typed it, so that undo works and React sees the change. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isNothing = insert === '' && from === to;
  // Only this deprecated call changes the text and keeps the undo history. No browser plans to remove it.
  // oxlint-disable-next-line typescript/no-deprecated
  if (!isNothing && !document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
