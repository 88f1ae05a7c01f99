import { X } from 'lucide-react';
import type { FilterView, ListView } from '../../api/views.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import { isOff, NO_VALUE, type FilterValue } from '../filter-value.js';
import { valueOf, type ListState } from '../query-state.js';
import { filterText } from './filter-text.js';
import { useChosen } from './use-options.js';
import './active-filters.css';

export interface ActiveFiltersProps {
  readonly schema: ListView;
  readonly state: ListState;
  readonly onFilter: (name: string, value: FilterValue) => void;
  readonly onClear: () => void;
}

/** What the list is filtered by, each to be taken away with one press. */
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
  const isChoice = filter.type === 'group' || filter.type === 'dropdown';
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
