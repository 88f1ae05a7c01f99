import type { ReadCell } from './cell.js';
import type { cellToJson } from './cell-to-json.js';
import type { ColumnType } from './column.js';

/** Values that do not fit their columns, as the API shows them: a member of the record, where there are any. */
export function invalidJson(invalid: Readonly<Record<string, string>>): {
  readonly _invalid?: Readonly<Record<string, string>>;
} {
  return Object.keys(invalid).length === 0 ? {} : { _invalid: invalid };
}

/** What stands for a related record. A value that does not fit its column names the record as well, by its raw text. */
export function labelJson(toJson: typeof cellToJson, type: ColumnType, cell: ReadCell): unknown {
  return cell.kind === 'invalid' ? cell.raw : toJson(type, cell);
}
