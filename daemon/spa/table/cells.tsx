import type { ComponentType } from 'react';
import type { ColumnViewType } from '../../admin/model/schema/types.js';
import type { ColumnView } from '../api/views.js';
import type { MomentKind } from '../formats/date-format.js';
import { formatMoment, momentOf } from '../formats/date-format.js';
import { formatNumber, sprintf } from '../formats/number-format.js';
import { relativeTime, useNow } from '../formats/relative-time.js';
import { usePhrases } from '../platform/phrases.js';

interface CellProps {
  /** Never empty: what is, is drawn by the table. One value: of several, each is drawn by itself. */
  readonly value: unknown;
  readonly column: ColumnView;
}

/** How a type of column shows a value. Inside of the row's link, so nothing in it may be pressed. */
interface CellRenderer {
  readonly component: ComponentType<CellProps>;
  /** Where the column does not say it. */
  readonly align?: 'right' | 'center';
}

/** Any value of the API as text: JSON columns hold objects too. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
}

/** No value at all: the column's default is shown, or a dash. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Nothing but a colour reaches a style. */
const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function ColorCell({ value }: CellProps) {
  const text = textOf(value);
  return (
    <span className="color-cell">
      {COLOUR.test(text) && <span className="color-cell__swatch" style={{ backgroundColor: text }} />}
      {text}
    </span>
  );
}

export interface MomentCellProps extends CellProps {
  readonly kind: MomentKind;
}

function MomentCell({ value, column: { format, useTimezone }, kind }: MomentCellProps) {
  const { locale } = usePhrases();
  const moment = momentOf(value, useTimezone);
  if (moment === undefined) return textOf(value);
  return <time dateTime={textOf(value)}>{formatMoment(moment, kind, format, locale)}</time>;
}

function DateCell(props: CellProps) {
  return <MomentCell {...props} kind="date" />;
}

function DateTimeCell(props: CellProps) {
  return <MomentCell {...props} kind="datetime" />;
}

function NumberCell({ value, column: { format } }: CellProps) {
  const { locale } = usePhrases();
  return formatNumber(value, format, locale) ?? textOf(value);
}

/** The text that stands for the related record. */
function RelationCell({ value }: CellProps) {
  return textOf(value);
}

/** The label of the choice; a value that is no longer one of the choices is shown as it is. */
function SelectableCell({ value, column: { options } }: CellProps) {
  const text = textOf(value);
  return <span className="chip">{options?.find((option) => option.value === text)?.label ?? text}</span>;
}

/** A sign and a word: neither colour nor shape alone tells it. */
function SwitchCell({ value }: CellProps) {
  const { say } = usePhrases();
  const isOn = value === true || value === 1 || value === '1';
  return (
    <span className={isOn ? 'switch-cell switch-cell--on' : 'switch-cell'}>
      {say(isOn ? 'filter.on' : 'filter.off')}
    </span>
  );
}

function TextCell({ value, column: { format } }: CellProps) {
  const text =
    format === undefined ? textOf(value) : sprintf(format, typeof value === 'number' ? value : textOf(value));
  return <span className="table__text">{text}</span>;
}

function TimeCell(props: CellProps) {
  return <MomentCell {...props} kind="time" />;
}

/** How long ago, kept true while the page is open; the exact time for whoever points at it. */
function TimeSinceCell({ value, column: { useTimezone } }: CellProps) {
  const { locale } = usePhrases();
  const now = useNow();
  const moment = momentOf(value, useTimezone);
  if (moment === undefined) return textOf(value);
  return (
    <time dateTime={textOf(value)} title={formatMoment(moment, 'datetime', undefined, locale)}>
      {relativeTime(moment.instant, now, locale)}
    </time>
  );
}

/** One renderer for each type of column. */
export const CELL_RENDERERS: Readonly<Record<ColumnViewType, CellRenderer>> = {
  text: { component: TextCell },
  number: { component: NumberCell, align: 'right' },
  switch: { component: SwitchCell },
  datetime: { component: DateTimeCell },
  date: { component: DateCell },
  time: { component: TimeCell },
  timesince: { component: TimeSinceCell },
  selectable: { component: SelectableCell },
  relation: { component: RelationCell },
  colorpicker: { component: ColorCell },
};
