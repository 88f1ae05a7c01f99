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
