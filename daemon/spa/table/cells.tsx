import type { ComponentType } from 'react';
import type { ColumnViewType } from '../../admin/model/schema/types.js';
import type { ColumnView } from '../api/views.js';
import type { MomentKind } from '../formats/date-format.js';
import { formatMoment, isDay, momentOf } from '../formats/date-format.js';
import { formatNumber } from '../../admin/api/number-format.js';
import { sprintf } from '../../admin/api/sprintf.js';
import { relativeDay, relativeTime, useNow } from '../formats/relative-time.js';
import { readerZone } from '../formats/time-zone.js';
import { usePhrases } from '../platform/phrases.js';
import { Chip } from '../ui/tone.js';
import { textOf } from '../../admin/api/cell-values.js';
import { ElementCell } from './element-cell.js';

interface CellProps {
  /** Never empty, because the table draws empty cells. Always a single value: a cell with several draws each on its own. */
  readonly value: unknown;
  readonly column: ColumnView;
}

/** How a column type shows a value. The cell is part of the row's link, so it must not contain controls. */
interface CellRenderer {
  readonly component: ComponentType<CellProps>;
  /** Used if the column does not set it. */
  readonly align?: 'right' | 'center';
}

/** Only a valid color may reach a style. */
const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function ColorCell({ value }: CellProps) {
  const text = textOf(value);
  return (
    <span className="color-cell">
      {COLOR.test(text) && <span className="color-cell__swatch" style={{ backgroundColor: text }} />}
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

function PluginCell({ value, column: { element = '', label } }: CellProps) {
  return <ElementCell tag={element} value={value} label={label} />;
}

/** The label of the related record. */
function RelationCell({ value }: CellProps) {
  return <Words text={textOf(value)} />;
}

/** The label of the choice. A value that is no longer a choice is shown unchanged. */
function SelectableCell({ value, column: { options } }: CellProps) {
  const text = textOf(value);
  const option = options?.find((one) => one.value === text);
  return <Chip tone={option?.color}>{option?.label ?? text}</Chip>;
}

/** An icon and a word, so that the state does not depend on color or shape alone. */
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
  return <Words text={text} />;
}

/** Texts may be in another direction than the page. */
function Words({ text }: { readonly text: string }) {
  return (
    <span className="table__text" dir="auto">
      {text}
    </span>
  );
}

function TimeCell(props: CellProps) {
  return <MomentCell {...props} kind="time" />;
}

/** How long ago, kept up to date while the page is open. A tooltip shows the exact time. */
function TimeSinceCell({ value, column: { useTimezone } }: CellProps) {
  const { locale } = usePhrases();
  const now = useNow();
  const moment = momentOf(value, useTimezone);
  if (moment === undefined) return textOf(value);
  const isWholeDay = isDay(value);
  return (
    <time dateTime={textOf(value)} title={formatMoment(moment, isWholeDay ? 'date' : 'datetime', undefined, locale)}>
      {isWholeDay ? relativeDay(moment.instant, now, readerZone(), locale) : relativeTime(moment.instant, now, locale)}
    </time>
  );
}

/** One renderer per column type. */
export const CELL_RENDERERS: Readonly<Record<ColumnViewType, CellRenderer>> = {
  text: { component: TextCell },
  summary: { component: TextCell },
  number: { component: NumberCell, align: 'right' },
  switch: { component: SwitchCell },
  datetime: { component: DateTimeCell },
  date: { component: DateCell },
  time: { component: TimeCell },
  timesince: { component: TimeSinceCell },
  selectable: { component: SelectableCell },
  relation: { component: RelationCell },
  colorpicker: { component: ColorCell },
  element: { component: PluginCell },
};
