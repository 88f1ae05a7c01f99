import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { truthOf } from '../../../admin/api/values.js';
import { usePhrases } from '../../platform/phrases.js';
import { SearchField } from '../../ui/inputs.js';
import { several, single } from '../query/filter-value.js';
import { useChosen, useOptions } from './filter-options.js';
import type { FilterProps } from './filter-props.js';
import './choice-filters.css';

export function CheckboxFilter({ filter, value, onChange, id }: FilterProps) {
  const isOn = truthOf(value.values[0] ?? '') === true;
  return (
    <label className="filter-choice filter-choice--alone" htmlFor={id}>
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

export interface OptionPickerProps extends FilterProps {
  readonly isMultiple: boolean;
}

/** A button that shows the chosen values and opens the choices: native checkboxes or radio buttons below a search field. */
function OptionPicker(props: OptionPickerProps) {
  const { controller, filter, value, id, labelId } = props;
  const { say, locale } = usePhrases();
  const chosen = useChosen(controller, filter, value.values);
  const valueId = useId();
  const text =
    chosen.length === 0
      ? say('filter.all')
      : new Intl.ListFormat(locale, { type: 'unit' }).format(chosen.map(({ label }) => label));
  return (
    <DialogTrigger>
      <AriaButton id={id} className="option-picker" aria-labelledby={`${labelId} ${valueId}`}>
        <span id={valueId} className="option-picker__value" data-empty={chosen.length === 0}>
          {text}
        </span>
        <ChevronDown aria-hidden="true" />
      </AriaButton>
      <Popover className="popover option-picker__popover" placement="bottom start">
        <Dialog className="option-picker__dialog" aria-labelledby={labelId}>
          <Choices {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Choices({ controller, filter, value, onChange, dependsOn, isMultiple }: OptionPickerProps) {
  const { say } = usePhrases();
  const name = useId();
  const [search, setSearch] = useState('');
  const { options, error, isLoading, isFetching, more } = useOptions(controller, filter, search, dependsOn);
  // Show the choices made before opening once, at the top. An order that changes under the pointer would be confusing.
  const [first] = useState(value.values);
  const kept = useChosen(controller, filter, filter.optionsFromServer && search === '' ? first : []);
  const shown = [...kept, ...options.filter((option) => !kept.some((one) => one.value === option.value))];
  const isSearched = filter.optionsFromServer || (filter.options?.length ?? 0) >= SEARCHED_FROM;

  function choose(choice: string, isOn: boolean) {
    const others = isMultiple ? value.values.filter((one) => one !== choice) : [];
    onChange(several(isOn ? [...others, choice] : others), 'chosen');
  }

  return (
    <>
      {isSearched && <SearchField value={search} onSearch={setSearch} prompt={say('filter.search')} autoFocus />}
      {error && <p className="problem">{error.message}</p>}
      {isLoading && <span className="skeleton option-picker__loading" />}
      <ul className="option-picker__list" aria-busy={isFetching}>
        {!isMultiple && (
          <li>
            <label className="filter-choice">
              <input type="radio" name={name} checked={value.values.length === 0} onChange={() => choose('', false)} />
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
              {option.label}
            </label>
          </li>
        ))}
      </ul>
      {!isLoading && !error && shown.length === 0 && (
        <p className="option-picker__none">{say('filter.nothing_found')}</p>
      )}
      {more && (
        <button type="button" className="button button--quiet" onClick={more} disabled={isFetching}>
          {say('filter.more')}
        </button>
      )}
    </>
  );
}

/** A native select for a short list; a search for choices from the server. */
export function DropdownFilter(props: FilterProps) {
  const { filter, value, onChange, id } = props;
  const { say } = usePhrases();
  if (filter.optionsFromServer) return <OptionPicker {...props} isMultiple={false} />;
  return (
    <select
      id={id}
      className="select"
      value={value.values[0] ?? ''}
      onChange={({ target }) => onChange(single(target.value), 'chosen')}
    >
      <option value="">{say('filter.all')}</option>
      {(filter.options ?? []).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function GroupFilter(props: FilterProps) {
  return <OptionPicker {...props} isMultiple />;
}
