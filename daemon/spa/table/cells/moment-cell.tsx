import { formatMoment, momentOf, type MomentKind } from '../../formats/moment.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

export interface MomentCellProps extends CellProps {
  readonly kind: MomentKind;
}

export function MomentCell({ value, column: { format, useTimezone }, kind }: MomentCellProps) {
  const { locale } = usePhrases();
  const moment = momentOf(value, useTimezone);
  if (moment === undefined) return textOf(value);
  return <time dateTime={textOf(value)}>{formatMoment(moment, kind, format, locale)}</time>;
}
