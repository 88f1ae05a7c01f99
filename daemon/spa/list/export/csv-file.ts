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

/**
 * A spreadsheet runs a field that begins with one of these as a formula, even in quotes. An apostrophe makes it a text
 * (OWASP, CSV Injection). Negative numbers stay numbers.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !isNumber(text);
}

function defused(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
