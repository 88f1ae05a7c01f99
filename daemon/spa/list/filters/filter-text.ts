import type { OptionBody } from '../../../admin/model/answers.js';
import type { FilterView } from '../../api/views.js';
import { formatMoment, momentOf } from '../../formats/moment.js';
import { formatNumber } from '../../formats/number.js';
import type { Phrases } from '../../i18n/phrases.js';
import type { FilterValue } from '../filter-value.js';

/** What is chosen in a filter, for people; empty for a checkbox, whose label says it all. */
export function filterText(
  { type }: FilterView,
  { values, bounds }: FilterValue,
  chosen: readonly OptionBody[],
  { say, locale }: Pick<Phrases, 'say' | 'locale'>,
): string {
  const [first = ''] = values;
  const number = (text: string) => formatNumber(text, undefined, locale) ?? text;
  const day = (text: string) => {
    const moment = momentOf(text);
    return moment === undefined ? text : formatMoment(moment, 'date', undefined, locale);
  };
  switch (type) {
    case 'group':
    case 'dropdown':
      return new Intl.ListFormat(locale, { type: 'unit' }).format(chosen.map(({ label }) => label));
    case 'checkbox':
      return '';
    case 'switch':
      return say(['1', 'true', 'on'].includes(first) ? 'filter.on' : 'filter.off');
    case 'date':
      return day(first);
    case 'number':
      return number(first);
    case 'text':
      return first;
    case 'daterange':
      return range(bounds.after, bounds.before, day, [say('filter.date_after'), say('filter.date_before')]);
    case 'numberrange':
      return range(bounds.min, bounds.max, number, [say('filter.number_min'), say('filter.number_max')]);
  }
}

function range(
  from: string | undefined,
  to: string | undefined,
  shown: (text: string) => string,
  [low, high]: readonly [string, string],
): string {
  if (from === undefined) return to === undefined ? '' : `${high} ${shown(to)}`;
  return to === undefined ? `${low} ${shown(from)}` : `${shown(from)} – ${shown(to)}`;
}
