import type { FilterView } from '../../api/views.js';
import { bounded, type FilterValue } from '../filter-value.js';

/**
 * Days as the API compares them with moments: from the first to the last millisecond that the reader's clock calls by that day.
 * A day of a column of days is the same everywhere, and stays as it is; so does what is no day.
 */
export function asMoments(filter: FilterView, { values, bounds }: FilterValue): FilterValue {
  if (filter.moments !== true) return { values, bounds };
  const { after = values[0] ?? '', before = values[0] ?? '' } = bounds;
  return bounded({ after: startOf(after), before: endOf(before) });
}

function startOf(day: string): string {
  return momentAt(day, 0)?.toISOString() ?? day;
}

function endOf(day: string): string {
  const next = momentAt(day, 1);
  if (next === undefined) return day;
  const last = new Date(next.getTime() - 1);
  // Behind the last day that the API can write there is a piece of it left west of Greenwich.
  return last.getUTCFullYear() > 9999 ? LAST_MOMENT : last.toISOString();
}

const LAST_MOMENT = '9999-12-31T23:59:59.999Z';

/** Midnight, by the clock of the browser, of the day so many days later; undefined for what is no day. */
function momentAt(text: string, later: number): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(Number(year), Number(month) - 1, Number(day) + later);
  return moment;
}
