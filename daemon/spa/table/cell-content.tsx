import { CircleAlert } from 'lucide-react';
import type { ColumnView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { Chip } from '../ui/tone.js';
import { isEmpty, textOf } from '../../admin/api/cell-values.js';
import { CELL_RENDERERS } from './cells.js';
import './cell-content.css';

/** A stored value that does not fit its column: its raw text with an icon and a text for screen readers. */
function InvalidValue({ raw }: { readonly raw: string }) {
  const { say } = usePhrases();
  return (
    <span className="invalid-value" title={say('value.invalid')}>
      <CircleAlert aria-hidden="true" />
      <span className="visually-hidden">{`${say('value.invalid')}: `}</span>
      <bdi className="invalid-value__raw">{raw === '' ? '""' : raw}</bdi>
    </span>
  );
}

/** Number of related records to show. A count replaces the rest, and the full text of the cell has all (full-text.tsx). */
const CHIPS = 2;

export interface CellContentProps {
  readonly column: ColumnView;
  readonly value: unknown;
  /** The raw text of a stored value that does not fit its column. */
  readonly invalid: string | undefined;
}

/** The content of a cell. Record values always become text nodes. */
export function CellContent({ column, value, invalid }: CellContentProps) {
  if (invalid !== undefined) return <InvalidValue raw={invalid} />;
  const shown = isEmpty(value) ? column.default : value;
  if (shown === undefined || isEmpty(shown)) return <Nothing />;
  // A default is plain text and rarely of the column's type. "never" in a date column is shown unchanged.
  const { component: Renderer } = CELL_RENDERERS[column.type];
  return Array.isArray(shown) ? <Chips column={column} values={shown} /> : <Renderer column={column} value={shown} />;
}

function Chips({ column, values }: { readonly column: ColumnView; readonly values: readonly unknown[] }) {
  const { list } = usePhrases();
  const { component: Renderer } = CELL_RENDERERS[column.type];
  const texts = values.map(textOf);
  const chips = values.slice(0, CHIPS).map((value, index) => (
    <Chip key={index}>
      <Renderer column={column} value={value} />
    </Chip>
  ));
  return (
    <span className="chips" {...(texts.length > 1 && { 'data-full': list(texts) })}>
      {chips[0]}
      {chips.length > 1 && <span className="chips__second">{chips[1]}</span>}
      {/* A container query in the style sheet shows one of both. */}
      <More kind="wide" rest={texts.slice(CHIPS)} />
      <More kind="narrow" rest={texts.slice(1)} />
    </span>
  );
}

function More({ kind, rest }: { readonly kind: 'wide' | 'narrow'; readonly rest: readonly string[] }) {
  const { list, locale } = usePhrases();
  if (rest.length === 0) return null;
  return (
    <span className={`chips__more chips__more--${kind}`}>
      <span aria-hidden="true">{`+${rest.length.toLocaleString(locale)}`}</span>
      {/* After the chips, which are its beginning. */}
      <span className="visually-hidden">{`, ${list(rest)}`}</span>
    </span>
  );
}

function Nothing() {
  return (
    <span className="table__nothing" aria-hidden="true">
      –
    </span>
  );
}

const ALIGN = { left: '', center: ' table__cell--center', right: ' table__cell--end' } as const;

export function alignClass({ type, align }: ColumnView): string {
  return ALIGN[align ?? CELL_RENDERERS[type].align ?? 'left'];
}

/** @param isFirst whether the column names the record */
export function cellClass(column: ColumnView, isFirst: boolean): string {
  const own = column.cssClass === undefined ? '' : ` ${column.cssClass}`;
  return `table__cell table__cell--${column.type}${isFirst ? ' table__cell--first' : ''}${alignClass(column)}${own}`;
}
