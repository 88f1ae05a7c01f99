import { usePhrases } from '../../i18n/phrases-context.js';
import { single } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';
import { OptionPicker } from './option-picker.js';

/** A short list is a native select; choices of the server are searched. */
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
