import type { RowBody } from '../../../admin/api/answers.js';
import type { ListView } from '../../api/views.js';
import { nameOf } from '../../table/table-row.js';

/** The name of a record of a list: the value of the column that links to it. */
export function recordNameOf({ columns, recordUrl }: Pick<ListView, 'columns' | 'recordUrl'>, row: RowBody): string {
  const visible = columns.filter(({ invisible }) => !invisible);
  return nameOf(row, (recordUrl === null ? undefined : visible.find(({ clickable }) => clickable)) ?? visible[0]);
}
