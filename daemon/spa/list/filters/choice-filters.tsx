import { useId, useRef, useState } from 'react';
import { errorText } from '../../api/errors.js';
import { FILTER_TYPES } from '../../../admin/api/filter-types.js';
import { truthOf } from '../../../admin/api/values.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { useFocusOnMore } from '../../ui/focus-on-more.js';
import { SearchField } from '../../ui/inputs.js';
import { ToneIcon } from '../../ui/tone.js';
import { several, single } from '../query/filter-value.js';
import { useChosen, useOptions } from './filter-options.js';
import type { FilterProps } from './filter-props.js';
import './choice-filters.css';

export function CheckboxFilter({ filter, value, onChange, id }: FilterProps) {
  const isOn = truthOf(value.values[0] ?? '') === true;
  return (
    <label className="filter-choice" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(single(target.checked ? '1' : ''), 'chosen')}
      />
      {filter.label}
    </label>
  );
}

const SIDES = [
  { value: '', phrase: 'filter.all' },
  { value: '1', phrase: 'filter.on' },
  { value: '0', phrase: 'filter.off' },
] as const;

/** A switch has two sides, either of which can be chosen, or neither. */
export function SwitchFilter({ value, onChange, id }: FilterProps) {
  const { say } = usePhrases();
  const chosen = value.values[0] ?? '';
  const truth = truthOf(chosen);
  return (
    <div className="filter-sides">
      {SIDES.map((side) => (
        <label key={side.value} className="filter-sides__side">
          <input
            type="radio"
            name={id}
            className="visually-hidden"
            checked={side.value === chosen || (truth !== undefined && truthOf(side.value) === truth)}
            onChange={() => onChange(single(side.value), 'chosen')}
          />
          <span>{say(side.phrase)}</span>
        </label>
      ))}
    </div>
  );
}

/** With fewer choices, a search is not useful. */
const SEARCHED_FROM = 8;

/** Checkboxes if several may be chosen, otherwise radio buttons; a search if there are many. */
export function ChoiceFilter({ controller, filter, value, onChange, dependsOn }: FilterProps) {
  const { say } = usePhrases();
  const isMultiple = FILTER_TYPES[filter.type].count === 'several';
  const name = useId();
  const [search, setSearch] = useState('');
  const { options, error, isLoading, isFetching, more } = useOptions(controller, filter, search, dependsOn);
  // Show the choices made before opening once, at the top. An order that changes under the pointer would be confusing.
  const [first] = useState(value.values);
  const kept = useChosen(controller, filter, filter.optionsFromServer && search === '' ? first : []);
  const shown = [...kept, ...options.filter((option) => !kept.some((one) => one.value === option.value))];
  const isSearched = filter.optionsFromServer || (filter.options?.length ?? 0) >= SEARCHED_FROM;

  const list = useRef<HTMLUListElement>(null);
  const asksForMore = useFocusOnMore(list, shown.length);

  function choose(choice: string, isOn: boolean) {
    const others = isMultiple ? value.values.filter((one) => one !== choice) : [];
    onChange(several(isOn ? [...others, choice] : others), 'chosen');
  }

  return (
    <>
      {isSearched && <SearchField value={search} onSearch={setSearch} prompt={say('filter.search')} autoFocus />}
      <div className={isSearched ? 'choice-filter choice-filter--searched' : 'choice-filter'}>
        {error && <p className="problem">{errorText(error, say)}</p>}
        <ul ref={list} className="choice-filter__list" aria-busy={isFetching}>
          {!isMultiple && (
            <li>
              <label className="filter-choice">
                <input
                  type="radio"
                  name={name}
                  checked={value.values.length === 0}
                  onChange={() => choose('', false)}
                />
                {say('filter.all')}
              </label>
            </li>
          )}
          {shown.map((option) => (
            <li key={option.value}>
              <label className="filter-choice">
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
                  name={name}
                  checked={value.values.includes(option.value)}
                  onChange={({ target }) => choose(option.value, target.checked)}
                />
                {option.color !== undefined && <ToneIcon tone={option.color} />}
                {option.label}
              </label>
            </li>
          ))}
        </ul>
        {isLoading && <span className="skeleton choice-filter__loading" />}
        {!isLoading && !error && shown.length === 0 && (
          <p className="choice-filter__none">{say('filter.nothing_found')}</p>
        )}
        {more && (
          <Button
            variant="quiet"
            isPending={isFetching}
            onPress={() => {
              asksForMore();
              more();
            }}
          >
            {say('filter.more')}
          </Button>
        )}
      </div>
    </>
  );
}
