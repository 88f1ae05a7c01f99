import { cellFromJson, type CellResult } from './cell-from-json.js';
import type { Column } from './column.js';

/** A text of a query as the cell of a column: what is a number or a boolean in JSON is written out here. */
export function cellFromText(column: Column, text: string): CellResult {
  switch (column.type) {
    case 'bool':
      return cellFromJson(column, TRUTHS.get(text.toLowerCase()) ?? text);
    case 'double':
      return cellFromJson(column, /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text);
    default:
      return cellFromJson(column, text);
  }
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['on', true],
  ['0', false],
  ['false', false],
  ['off', false],
]);
