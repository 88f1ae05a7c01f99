import type { Cell } from './cell.js';
import { cellFromText } from './cell-from-text.js';
import { cellToJson } from './cell-to-json.js';
import type { Column, ColumnType } from './column.js';
import { plainDecimal } from './decimal.js';

/**
 * A value among listed choices, in the one text that all spellings of it have: "1.50" is "1.5" in a decimal column, and "1" is
 * "true" in a bool one. Undefined: the column cannot hold it.
 */
export function choiceText(column: Column | undefined, text: string): string | undefined {
  if (column === undefined || column.type === 'json') return text;
  const read = cellFromText(column, text);
  return 'problem' in read ? undefined : String(choiceToJson(column.type, read.cell));
}

/** A cell as the API shows it where its text has to be that of one of the choices. */
export function choiceToJson(type: ColumnType, cell: Cell): unknown {
  return cell.kind === 'decimal' ? plainDecimal(cell.value) : cellToJson(type, cell);
}
