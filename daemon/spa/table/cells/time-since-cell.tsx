import { formatMoment, momentOf } from '../../formats/moment.js';
import { relativeTime } from '../../formats/relative-time.js';
import { useNow } from '../../formats/use-now.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

/** How long ago, kept true while the page is open; the exact time for whoever points at it. */
export function TimeSinceCell({ value, column: { useTimezone } }: CellProps) {
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
