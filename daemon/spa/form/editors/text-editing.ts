/** A text and what is marked in it. Offsets are those of a textarea: UTF-16 units. */
export interface Marked {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces a part of the text, and marks a part of what is there then. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** From the beginning of the first marked line to the end of the last one. A line of which only the start is marked is none. */
export function markedLines({ text, start, end }: Marked): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const next = text.indexOf('\n', last);
  return { from, to: next === -1 ? text.length : next };
}

/** Changes each marked line; the lines stay marked. */
export function changeLines(marked: Marked, change: (lines: readonly string[]) => readonly string[]): Edit {
  const { from, to } = markedLines(marked);
  const insert = change(marked.text.slice(from, to).split('\n')).join('\n');
  const isPoint = marked.start === marked.end;
  // A caret stays behind the same character.
  const caret = Math.max(from, marked.start + insert.length - (to - from));
  return { from, to, insert, start: isPoint ? caret : from, end: isPoint ? caret : from + insert.length };
}

const INDENT = '  ';

/** Tab: where nothing is marked, on to the next stop; otherwise every marked line one step to the right. */
export function indent(marked: Marked): Edit {
  const { text, start, end } = marked;
  if (start !== end) return changeLines(marked, (lines) => lines.map((line) => (line === '' ? line : INDENT + line)));
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const insert = INDENT.slice(column % INDENT.length);
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

/** Shift+Tab: every marked line one step to the left, as far as it goes. */
export function outdent(marked: Marked): Edit {
  return changeLines(marked, (lines) => lines.map((line) => line.replace(/^(?: {1,2}|\t)/, '')));
}

/** Enter: the next line begins where this one does. */
export function newLine({ text, start, end }: Marked): Edit {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const insert = `\n${/^[ \t]*/.exec(line)?.[0] ?? ''}`;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

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
