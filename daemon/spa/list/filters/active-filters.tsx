import { X } from 'lucide-react';
import type { OptionBody } from '../../../admin/api/answers.js';
import { FILTER_TYPES } from '../../../admin/api/filter-types.js';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import { truthOf } from '../../../admin/api/values.js';
import type { FilterView, ListView } from '../../api/views.js';
import { formatMoment, momentOf } from '../../formats/date-format.js';
import { formatNumber } from '../../formats/number-format.js';
import type { Phrases } from '../../platform/phrases.js';
import { usePhrases } from '../../platform/phrases.js';
import { isOff, NO_VALUE } from '../query/filter-value.js';
import type { ListState } from '../query/query-state.js';
import { valueOf } from '../query/query-state.js';
import { useChosen } from './filter-options.js';
import './active-filters.css';

/** The chosen value of a filter as text. Empty for a checkbox, because its label is enough. */
function filterText(
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
  const { takes, count } = FILTER_TYPES[type];
  const isRange = count === 'range';
  switch (takes) {
    case 'choice':
      return new Intl.ListFormat(locale, { type: 'unit' }).format(chosen.map(({ label }) => label));
    case 'mark':
      return '';
    case 'flag':
      return say(truthOf(first) === true ? 'filter.on' : 'filter.off');
    case 'day':
      if (!isRange) return day(first);
      return range(bounds.after, bounds.before, day, [say('filter.date_after'), say('filter.date_before')]);
    case 'number':
      if (!isRange) return number(first);
      return range(bounds.min, bounds.max, number, [say('filter.number_min'), say('filter.number_max')]);
    case 'text':
      return first;
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

export interface ActiveFiltersProps {
  readonly schema: ListView;
  readonly state: ListState;
  readonly onFilter: (name: string, value: FilterValue) => void;
  readonly onClear: () => void;
}

/** The active filters of the list. One click removes a filter. */
export function ActiveFilters({ schema, state, onFilter, onClear }: ActiveFiltersProps) {
  const { say } = usePhrases();
  const active = schema.filters.filter((filter) => !isOff(filter.type, valueOf(state, filter)));
  if (active.length === 0) return null;
  return (
    <ul className="active-filters" aria-label={say('filter.active')}>
      {active.map((filter) => (
        <li key={filter.name}>
          <ActiveFilter
            controller={schema.controller}
            filter={filter}
            value={valueOf(state, filter)}
            onRemove={() => onFilter(filter.name, NO_VALUE)}
          />
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <button type="button" className="active-filters__clear" onClick={onClear}>
            {say('filter.clear')}
          </button>
        </li>
      )}
    </ul>
  );
}

interface ActiveFilterProps {
  readonly controller: string;
  readonly filter: FilterView;
  readonly value: FilterValue;
  readonly onRemove: () => void;
}

function ActiveFilter({ controller, filter, value, onRemove }: ActiveFilterProps) {
  const { say, locale } = usePhrases();
  const isChoice = FILTER_TYPES[filter.type].takes === 'choice';
  const chosen = useChosen(controller, filter, isChoice ? value.values : []);
  const text = filterText(filter, value, chosen, { say, locale });
  return (
    <span className="active-filter">
      <span className="active-filter__text">
        {filter.label}
        {text !== '' && (
          <>
            {': '}
            <strong>{text}</strong>
          </>
        )}
      </span>
      <button
        type="button"
        className="active-filter__remove"
        aria-label={say('filter.remove', { filter: filter.label })}
        title={say('filter.remove', { filter: filter.label })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
