import { normalized } from '../../../admin/api/spelling.js';
import type { ExportedCell } from './exported-cell.js';
import { isNumber } from './exported-cell.js';
import type { ExportFile } from './export-file.js';
import { BlobParts } from './export-file.js';

/**
 * A CSV file as RFC 4180 has it: commas, quotes only where they are needed, CRLF. It begins with a byte order mark, without
 * which Excel reads UTF-8 as the encoding of the computer.
 * @param words the texts of a switch
 */
export function createCsvFile(words: { readonly on: string; readonly off: string }): ExportFile {
  const parts = new BlobParts();
  const encoder = new TextEncoder();
  parts.push(encoder.encode('\uFEFF'));
  return {
    extension: 'csv',
    room: Infinity,
    addRows(rows) {
      const lines = rows.map((row) => `${row.map((cell) => csvField(cell, words)).join(',')}\r\n`);
      parts.push(encoder.encode(lines.join('')));
      return Promise.resolve();
    },
    finish: () => Promise.resolve(parts.blob('text/csv;charset=utf-8')),
  };
}

function csvField(cell: ExportedCell, { on, off }: { readonly on: string; readonly off: string }): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'bool':
      return quoted(defused(cell.isOn ? on : off));
    case 'text':
      return quoted(defused(cell.text));
    case 'number':
    case 'date':
    case 'time':
    case 'datetime':
      return cell.text;
  }
}

/** Characters that a spreadsheet may drop before it looks for a formula. */
const IGNORED = /^[\s\p{Cc}\p{Cf}]+/u;

/**
 * Whether a spreadsheet may run a text as a formula, even in quotes (OWASP, CSV Injection): also in its wide and small forms, and
 * behind characters that it ignores. Negative numbers stay numbers.
 */
export function isFormula(text: string): boolean {
  return !isNumber(text) && (/^[\t\r\n]/.test(text) || '=+-@'.includes(firstOf(text)));
}

/** The first character that counts, in its plain form; a space if there is none. */
function firstOf(text: string): string {
  const [first = ' '] = text.replace(IGNORED, '');
  return normalized(first, 'NFKC');
}

/** An apostrophe makes a formula a text. */
function defused(text: string): string {
  const [first = '', ...others] = text.split(CELL);
  return [isFormula(text) ? `'${first}` : first, ...others.map((cell) => (isHarmful(cell) ? `'${cell}` : cell))].join(
    '',
  );
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

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
