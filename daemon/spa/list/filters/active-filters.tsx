import { X } from 'lucide-react';
import { useState } from 'react';
import type { OptionBody } from '../../../admin/api/answers.js';
import { FILTER_TYPES } from '../../../admin/api/filter-types.js';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import { truthOf } from '../../../admin/api/values.js';
import type { FilterView, ListView } from '../../api/views.js';
import { formatMoment, momentOf } from '../../formats/date-format.js';
import { formatNumber } from '../../../admin/api/number-format.js';
import type { Phrases } from '../../platform/phrases.js';
import { usePhrases } from '../../platform/phrases.js';
import { PopoverButton } from '../../ui/popover-button.js';
import { isOff, NO_VALUE } from '../query/filter-value.js';
import type { ListState } from '../query/query-state.js';
import { valueOf } from '../query/query-state.js';
import type { Change } from '../query/use-list-state.js';
import { useChosen } from './filter-options.js';
import { FilterEditor } from './filter-parts.js';
import './active-filters.css';

/** The chosen value of a filter as text. Empty for a checkbox, because its label is enough. */
function filterText(
  { type }: FilterView,
  { values, bounds }: FilterValue,
  chosen: readonly OptionBody[],
  { say, list, locale }: Phrases,
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
      return list(
        chosen.map(({ label }) => label),
        'unit',
      );
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
  readonly onFilter: (name: string, value: FilterValue, how: Change) => void;
  readonly onClear: () => void;
  /** Called when the focused chip has disappeared. */
  readonly onRemoved: () => void;
}

/** The active filters of the list. A press on one opens it over the table, and its cross removes it. */
export function ActiveFilters({ schema, state, onFilter, onClear, onRemoved }: ActiveFiltersProps) {
  const { say } = usePhrases();
  // A filter that is open stays, even while it has no value.
  const [openName, setOpenName] = useState<string>();
  const isOn = (filter: FilterView) => !isOff(filter.type, valueOf(state, filter));
  const active = schema.filters.filter((filter) => filter.name === openName || isOn(filter));
  if (active.length === 0) return null;

  function remove(filter: FilterView) {
    onFilter(filter.name, NO_VALUE, 'chosen');
    onRemoved();
  }

  return (
    <ul className="active-filters" aria-label={say('filter.active')}>
      {active.map((filter) => (
        <li key={filter.name} className="active-filter">
          <PopoverButton
            button={{ className: 'active-filter__open' }}
            label={filter.label}
            onOpenChange={(isOpen) => setOpenName(isOpen ? filter.name : undefined)}
            preload={() => void FilterEditor.preload()}
            content={(close) => (
              <FilterEditor
                controller={schema.controller}
                filters={schema.filters}
                filter={filter}
                state={state}
                onFilter={onFilter}
                onClose={close}
              />
            )}
          >
            <FilterText controller={schema.controller} filter={filter} value={valueOf(state, filter)} />
          </PopoverButton>
          <button
            type="button"
            className="active-filter__remove"
            aria-label={say('filter.remove', { filter: filter.label })}
            title={say('filter.remove', { filter: filter.label })}
            onClick={() => remove(filter)}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <button
            type="button"
            className="active-filters__clear"
            onClick={() => {
              onClear();
              onRemoved();
            }}
          >
            {say('filter.clear')}
          </button>
        </li>
      )}
    </ul>
  );
}

interface FilterTextProps {
  readonly controller: string;
  readonly filter: FilterView;
  readonly value: FilterValue;
}

function FilterText({ controller, filter, value }: FilterTextProps) {
  const phrases = usePhrases();
  const isChoice = FILTER_TYPES[filter.type].takes === 'choice';
  const chosen = useChosen(controller, filter, isChoice ? value.values : []);
  const text = filterText(filter, value, chosen, phrases);
  return (
    <span className="active-filter__text">
      {filter.label}
      {text !== '' && (
        <>
          {': '}
          <bdi className="active-filter__value">{text}</bdi>
        </>
      )}
    </span>
  );
}
