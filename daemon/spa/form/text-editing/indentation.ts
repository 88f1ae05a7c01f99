import { changeLines, type Edit, type Marked } from './edit.js';

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
