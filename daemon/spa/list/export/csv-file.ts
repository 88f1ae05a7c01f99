import type { ExportedCell } from '../../../admin/api/exported-cell.js';
import { exportedText } from '../../../admin/api/exported-cell.js';
import { defused } from '../../../admin/api/formula.js';
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

function csvField(cell: ExportedCell, words: { readonly on: string; readonly off: string }): string {
  const text = exportedText(cell, words);
  return cell.kind === 'text' || cell.kind === 'bool' ? quoted(defused(text)) : text;
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
