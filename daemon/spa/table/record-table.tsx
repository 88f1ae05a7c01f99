import type { MouseEvent, ReactNode, RefObject } from 'react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RowBody } from '../../admin/api/answers.js';
import type { ColumnView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { filledPath } from '../platform/routes.js';
import { cellClass } from './cell-content.js';
import type { TableColumn } from './column-widths.js';
import { widthsOf } from './column-widths.js';
import { FullText, useFullText } from './full-text.js';
import type { TableSelection } from './selection.js';
import type { TableSort } from './table-head.js';
import { TableHead } from './table-head.js';
import { TableRow } from './table-row.js';
import './record-table.css';
import './record-table-cards.css';

const WIDTHS = ['70%', '55%', '80%', '45%', '62%'];

export interface SkeletonRowsProps {
  readonly columns: readonly ColumnView[];
  readonly withChecks: boolean;
  readonly withMenus: boolean;
  readonly count: number;
}

/** Placeholder for rows that are loading for the first time. */
function SkeletonRows({ columns, withChecks, withMenus, count }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} role="row" className="table__row" aria-hidden="true">
      {withChecks && <td role="cell" className="table__cell table__cell--check" />}
      {columns.map((column, index) => (
        <td key={column.name} role="cell" className={cellClass(column, index === 0)} data-label={column.label}>
          <span className="skeleton table__skeleton" style={{ inlineSize: WIDTHS[(row + index) % WIDTHS.length] }} />
        </td>
      ))}
      {withMenus && <td role="cell" className="table__cell table__cell--menu" />}
    </tr>
  ));
}

/** How much of a table is outside its frame: nothing, or columns at its start, at its end or at both. */
interface Overflow {
  readonly overflows: boolean;
  readonly start: boolean;
  readonly end: boolean;
}

const FITS: Overflow = { overflows: false, start: false, end: false };

/**
 * Whether the content is wider than the element. The element scrolls only in that case, because a heading row inside a
 * scrolling element sticks to that element and not to the window.
 */
function useOverflow(element: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState(FITS);
  useLayoutEffect(() => {
    const frame = element.current;
    const content = frame?.firstElementChild;
    if (!frame || !content) return undefined;
    function measure(place: HTMLElement, table: Element) {
      const hidden = table.getBoundingClientRect().width - place.clientWidth;
      // Negative in languages that are written from right to left.
      const passed = Math.abs(place.scrollLeft);
      const found = hidden <= 0.5 ? FITS : { overflows: true, start: passed > 1, end: passed < hidden - 1 };
      setOverflow((before) => (isSameOverflow(before, found) ? before : found));
    }
    const look = () => measure(frame, content);
    const observer = new ResizeObserver(look);
    observer.observe(frame);
    observer.observe(content);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, [element]);
  return overflow;
}

function isSameOverflow(one: Overflow, other: Overflow): boolean {
  return one.overflows === other.overflows && one.start === other.start && one.end === other.end;
}

interface DraggedWidth {
  readonly column: string;
  readonly width: number;
}

export interface RecordTableProps {
  /** Accessible name of the table. */
  readonly label: string;
  /** As in the schema. The table leaves out invisible columns. */
  readonly columns: readonly TableColumn[];
  /** Called when a user has dragged the edge of a column; undefined for the automatic width. Absent: widths are fixed. */
  readonly onWidth?: (column: string, width: number | undefined) => void;
  /** Undefined: not loaded yet, so the table shows a skeleton. */
  readonly rows: readonly RowBody[] | undefined;
  /** The rows belong to the previous page or search. They stay visible but dimmed. */
  readonly isBusy?: boolean;
  readonly skeletonRows?: number;
  /** Absent: the table cannot be sorted. */
  readonly sort?: TableSort;
  /** Absent: no checkboxes. */
  readonly selection?: TableSelection;
  /** The content at the end of each row. Keep its identity, so that rows do not render again. Absent: nothing. */
  readonly menuOf?: (row: RowBody) => ReactNode;
  /** URL of a record, with `:id` in it; null: records do not open, and a click on a row checks it if there are checkboxes. */
  readonly recordUrl?: string | null;
}

/**
 * Records in a table, for the list screen and both tables of a relation manager. It has no state of its own: sort order,
 * page and selection come from outside (the URL or a component's state). See useSelection, Pagination and SearchField. In a
 * narrow place, rows become cards. Explicit roles keep it a table for assistive technology.
 */
export function RecordTable(props: RecordTableProps) {
  const { label, columns, rows, isBusy = false, skeletonRows = 8, sort, selection, recordUrl = null } = props;
  const { onWidth, menuOf } = props;
  const { location } = useApp();
  const { locale } = usePhrases();
  const frame = useRef<HTMLDivElement>(null);
  const overflow = useOverflow(frame);
  const full = useFullText();
  const visible = useMemo(() => columns.filter(({ invisible }) => !invisible), [columns]);
  const linked = recordUrl === null ? undefined : visible.find(({ clickable }) => clickable);
  const name = linked ?? visible[0];
  const withChecks = selection !== undefined;
  // Rows do not depend on the width that is being dragged, so only the heading renders again.
  const [dragged, setDragged] = useState<DraggedWidth>();
  const widths = useMemo(() => {
    const sized = visible.map((one) => (one.name === dragged?.column ? { ...one, chosenWidth: dragged.width } : one));
    return widthsOf(sized, { name: name?.name, withChecks, withMenus: menuOf !== undefined, locale });
  }, [visible, name, withChecks, menuOf, dragged, locale]);

  /** Mouse users may click anywhere on a row. All others use its link and checkbox. */
  function onPress(event: MouseEvent) {
    const id = pressedRow(event);
    if (id === undefined) return;
    if (linked === undefined || recordUrl === null) {
      if (event.button === 0) selection?.toggle(id, event.shiftKey);
      return;
    }
    const to = filledPath(recordUrl, id);
    const elsewhere = event.button === 1 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (elsewhere) window.open(location.href(to), '_blank', 'noopener');
    else if (event.button === 0) location.go(to);
  }

  const isPressable = linked !== undefined || selection !== undefined;
  return (
    <div className="table-place" data-more-start={overflow.start} data-more-end={overflow.end} {...full.handlers}>
      <div ref={frame} className="table-frame" data-overflows={overflow.overflows}>
        <table
          className="table"
          role="table"
          aria-label={label}
          aria-busy={isBusy || rows === undefined}
          style={{ minInlineSize: widths.minimum }}
        >
          <TableHead
            columns={visible}
            name={name}
            widths={widths.columns}
            sort={sort}
            selection={selection}
            withMenus={menuOf !== undefined}
            {...(onWidth && {
              onWidth: (column, width, isFinal) => {
                setDragged(isFinal || width === undefined ? undefined : { column, width });
                if (isFinal) onWidth(column, width);
              },
            })}
          />
          <tbody
            role="rowgroup"
            className="table__body"
            data-busy={isBusy}
            data-pressable={isPressable}
            onClick={onPress}
            onAuxClick={onPress}
          >
            {rows === undefined ? (
              <SkeletonRows
                columns={visible}
                withChecks={withChecks}
                withMenus={menuOf !== undefined}
                count={skeletonRows}
              />
            ) : (
              rows.map((row) => (
                <TableRow
                  key={row.id}
                  row={row}
                  columns={visible}
                  linked={linked}
                  recordUrl={recordUrl}
                  isSelected={selection?.ids.has(row.id)}
                  onToggle={selection?.toggle}
                  menuOf={menuOf}
                />
              ))
            )}
          </tbody>
        </table>
      </div>
      <FullText shown={full.shown} />
    </div>
  );
}

/**
 * The id of the clicked row. Undefined if the click was meant for a control, a text selection or a column that is not
 * clickable.
 */
function pressedRow({ target, defaultPrevented }: MouseEvent): string | undefined {
  if (defaultPrevented || !(target instanceof Element)) return undefined;
  if (target.closest('a, button, input, label, [data-unclickable]') !== null) return undefined;
  if (document.getSelection()?.isCollapsed === false) return undefined;
  return target.closest<HTMLElement>('tr[data-id]')?.dataset['id'];
}
