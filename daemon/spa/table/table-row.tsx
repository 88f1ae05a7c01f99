import type { ReactNode } from 'react';
import { memo, Suspense, useContext } from 'react';
import type { RowBody } from '../../admin/api/answers.js';
import type { ColumnView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Link } from '../ui/link.js';
import { filledPath } from '../platform/routes.js';
import { CellContent, cellClass } from './cell-content.js';
import { isEmpty, textOf } from '../../admin/api/cell-values.js';
import { InlineChanges } from './inline-changes.js';

/** Few lists have columns that can be changed. */
const InlineCell = lazyPart(async () => (await import('./inline-cell.js')).InlineCell);

export interface TableRowProps {
  readonly row: RowBody;
  readonly columns: readonly ColumnView[];
  /** The first clickable column. Its content is the link. */
  readonly linked: ColumnView | undefined;
  readonly recordUrl: string | null;
  /** Undefined if there are no checkboxes. */
  readonly isSelected: boolean | undefined;
  readonly onToggle: ((id: string, range: boolean) => void) | undefined;
  /** Undefined if there is nothing at the end of the row. */
  readonly menuOf: ((row: RowBody) => ReactNode) | undefined;
}

/** Renders again only when the record or its checkbox changes, because a click affects one of up to two hundred rows. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, columns, linked, recordUrl, isSelected, onToggle, menuOf } = props;
  const { say } = usePhrases();
  const controller = useContext(InlineChanges);
  return (
    <tr
      className="table__row"
      role="row"
      data-id={row.id}
      {...(isSelected !== undefined && { 'data-selected': isSelected })}
    >
      {isSelected !== undefined && (
        <td role="cell" className="table__cell table__cell--check">
          <label className="table__check">
            <input
              type="checkbox"
              checked={isSelected}
              aria-label={say('list.select_record', { record: nameOf(row, linked ?? columns[0]) })}
              onChange={({ nativeEvent }) =>
                onToggle?.(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.name}
          role="cell"
          className={cellClass(column, column === (linked ?? columns[0]))}
          data-label={column.label}
          {...(!column.clickable && { 'data-unclickable': true })}
        >
          {column === linked && recordUrl !== null ? (
            <Link to={filledPath(recordUrl, row.id)} className="table__link">
              {isEmpty(row[column.name]) &&
              row._invalid?.[column.name] === undefined &&
              column.default === undefined ? (
                `#${row.id}`
              ) : (
                <CellContent column={column} value={row[column.name]} invalid={row._invalid?.[column.name]} />
              )}
            </Link>
          ) : controller !== undefined && column.change !== undefined ? (
            <Suspense fallback={<CellContent column={column} value={row[column.name]} invalid={undefined} />}>
              <InlineCell
                controller={controller}
                row={row}
                column={{ ...column, change: column.change }}
                record={nameOf(row, linked ?? columns[0])}
              />
            </Suspense>
          ) : (
            <CellContent column={column} value={row[column.name]} invalid={row._invalid?.[column.name]} />
          )}
        </td>
      ))}
      {menuOf !== undefined && (
        <td role="cell" className="table__cell table__cell--menu" data-unclickable>
          {menuOf(row)}
        </td>
      )}
    </tr>
  );
});

/** The name of a record for people: the value of the column that links to it. */
export function nameOf(row: RowBody, column: ColumnView | undefined): string {
  const value = column && row[column.name];
  return isEmpty(value) ? `#${row.id}` : textOf(value);
}
