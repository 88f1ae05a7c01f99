import { single } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';

export function CheckboxFilter({ filter, value, onChange, id }: FilterProps) {
  const isOn = ['1', 'true', 'on'].includes(value.values[0] ?? '');
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
