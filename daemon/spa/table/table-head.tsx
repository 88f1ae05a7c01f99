import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { parseSort } from '../../admin/api/query-grammar.js';
import type { ColumnView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { alignClass } from './cell-content.js';
import type { OnWidth } from './column-resizer.js';
import { ColumnResizer } from './column-resizer.js';
import type { TableSelection } from './selection.js';

export interface TableSort {
  /** The current order, as in the query parameter. */
  readonly current: string;
  /** @param additive clicked with Shift: keep the other columns */
  readonly onSort: (column: string, additive: boolean) => void;
}

export interface TableHeadProps {
  readonly columns: readonly ColumnView[];
  /** The column that names the record. */
  readonly name: ColumnView | undefined;
  /** CSS lengths by column. */
  readonly widths: ReadonlyMap<string, string>;
  readonly sort: TableSort | undefined;
  readonly selection: TableSelection | undefined;
  readonly onWidth?: OnWidth;
}

export function TableHead({ columns, name, widths, sort, selection, onWidth }: TableHeadProps) {
  const keys = parseSort(sort?.current ?? '');
  return (
    <thead role="rowgroup" className="table__head">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className="table__heading table__heading--check">
            <SelectPage selection={selection} />
          </th>
        )}
        {columns.map((column) => {
          const rank = keys.findIndex((key) => key.column === column.name);
          const key = keys[rank];
          const direction = key && (key.descending ? 'descending' : 'ascending');
          return (
            <th
              key={column.name}
              role="columnheader"
              scope="col"
              className={`table__heading${column === name ? ' table__heading--first' : ''}${alignClass(column)}`}
              style={{ inlineSize: widths.get(column.name) }}
              // Only on the first of several columns, because assistive technology handles more than one inconsistently.
              {...(direction !== undefined && rank === 0 && { 'aria-sort': direction })}
            >
              {sort && column.sortable ? (
                <SortButton
                  column={column}
                  sort={sort}
                  direction={direction}
                  rank={keys.length > 1 ? rank + 1 : undefined}
                />
              ) : (
                <span className="table__title">{column.label}</span>
              )}
              {onWidth && <ColumnResizer column={column.name} onWidth={onWidth} />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SelectPage({ selection: { pageState, togglePage } }: { readonly selection: TableSelection }) {
  const { say } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = pageState === 'some';
  }, [pageState]);
  return (
    <label className="table__check">
      <input
        ref={input}
        type="checkbox"
        checked={pageState === 'all'}
        aria-label={say('list.select_page')}
        onChange={togglePage}
      />
      <span className="table__check-label" aria-hidden="true">
        {say('list.select_page')}
      </span>
    </label>
  );
}

interface SortButtonProps {
  readonly column: ColumnView;
  readonly sort: TableSort;
  readonly direction: 'ascending' | 'descending' | undefined;
  /** From 1 on if the list is sorted by several columns; 0: not by this one. */
  readonly rank: number | undefined;
}

function SortButton({ column, sort, direction, rank }: SortButtonProps) {
  const { say, locale } = usePhrases();
  const Arrow = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="table__sort"
      data-sorted={direction !== undefined}
      title={say(direction === 'ascending' ? 'list.sort_descending' : 'list.sort_ascending')}
      onClick={(event) => sort.onSort(column.name, event.shiftKey)}
    >
      <span className="table__label">{column.label}</span>
      <Arrow aria-hidden="true" />
      {rank !== undefined && rank > 0 && <span className="table__rank">{rank.toLocaleString(locale)}</span>}
      {rank !== undefined && rank > 1 && (
        <span className="visually-hidden">
          {say(direction === 'descending' ? 'list.sorted_descending' : 'list.sorted_ascending')}
        </span>
      )}
    </button>
  );
}
