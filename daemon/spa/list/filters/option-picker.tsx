import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { usePhrases } from '../../i18n/phrases-context.js';
import { SearchField } from '../../ui/search-field.js';
import { several } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';
import { useChosen, useOptions } from './use-options.js';
import './option-picker.css';

/** With fewer choices there is nothing to search. */
const SEARCHED_FROM = 8;

export interface OptionPickerProps extends FilterProps {
  readonly isMultiple: boolean;
}

/** A button that says what is chosen, and opens the choices: native checkboxes or radio buttons, with a search above them. */
export function OptionPicker(props: OptionPickerProps) {
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
  // Those that are chosen already stand above, once: an order that changes under the pointer helps nobody.
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
