import { normalized } from './spelling.js';

/** Texts of exported files that a spreadsheet would run as formulas (OWASP, CSV Injection), and their way back. */

/** A whole or decimal number as the API writes it. */
export function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Characters that a spreadsheet may drop before it looks for a formula. */
const IGNORED = /^[\s\p{Cc}\p{Cf}]+/u;

/**
 * Whether a spreadsheet may run a text as a formula, even in quotes: also in its wide and small forms, and behind characters that
 * it ignores. Negative numbers stay numbers.
 */
export function isFormula(text: string): boolean {
  return !isNumber(text) && (/^[\t\r\n]/.test(text) || '=+-@'.includes(firstOf(text)));
}

/** The first character that counts, in its plain form; a space if there is none. */
function firstOf(text: string): string {
  const [first = ' '] = text.replace(IGNORED, '');
  return normalized(first, 'NFKC');
}

/**
 * The end of a cell for a spreadsheet with another list separator, as Excel has in much of Europe: quotes mean nothing to it
 * unless they begin a cell of its own.
 */
const CELL = /(?<=[;\t\r\n])/;

/** Whether such a cell would do something: a line of a list ("- item") and the separator of a Markdown table do not. */
function isHarmful(cell: string): boolean {
  if (!isFormula(cell)) return false;
  return '=@'.includes(firstOf(cell)) || /[\w.]\(|\|[^|]*!/.test(cell);
}

/**
 * An apostrophe makes a formula a text. A formula that has one already gets another one: the way back could not tell whose it
 * is.
 */
export function defused(text: string): string {
  const [first = '', ...others] = text.split(CELL);
  const apostrophe = isFormula(bare(text)) ? "'" : '';
  return apostrophe + first + others.map((cell) => (isHarmful(bare(cell)) ? `'${cell}` : cell)).join('');
}

/** The text that `defused` has made harmless; other texts as they are. */
export function undefused(text: string): string {
  const [first = '', ...others] = text.split(CELL);
  const plain = first + others.map((cell) => (isHarmful(bare(cell)) ? without(cell) : cell)).join('');
  // As in `defused`, the other cells have no apostrophe of ours when the whole text is judged.
  return isFormula(bare(plain)) ? without(plain) : plain;
}

function bare(text: string): string {
  return text.replace(/^'+/, '');
}

function without(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}
