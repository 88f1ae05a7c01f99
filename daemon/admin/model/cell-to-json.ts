import type { Cell } from './cell.js';
import { losesDigits } from './json-text.js';
import type { ColumnType } from './column.js';

/** What JSON cannot hold. A record's cells are never that (host/from-proto/admin/record.ts); what an action fills in may be. */
export class Unencodable extends Error {
  override readonly name = 'Unencodable';
}

/** A cell as the API shows it. 64-bit integers, decimals and all times are texts. Throws Unencodable for NaN and infinities. */
export function cellToJson(type: ColumnType, cell: Cell): unknown {
  switch (cell.kind) {
    case 'null':
      return null;
    case 'int64':
      // What an action fills in is not held against the column: an integer may be one that no JSON number holds.
      return type === 'bigint' || !Number.isSafeInteger(Number(cell.value)) ? String(cell.value) : Number(cell.value);
    case 'double':
      if (!Number.isFinite(cell.value)) throw new Unencodable(`${String(cell.value)} is no JSON number`);
      return cell.value;
    case 'timestamp':
      return new Date(cell.value).toISOString();
    case 'json':
      // As its text where a reader of the answer would round a number in it: a text is what such a column takes as well.
      return losesDigits(cell.value) ? cell.value : (JSON.parse(cell.value) as unknown);
    case 'bytes':
      return cell.value.toString('base64');
    case 'bool':
    case 'decimal':
    case 'string':
    case 'date':
    case 'time':
      return cell.value;
  }
}
