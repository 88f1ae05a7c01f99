import { single } from '../filter-value.js';
import { DateInput } from './date-input.js';
import type { FilterProps } from './filter-props.js';

export function DateFilter({ filter: { minDate, maxDate }, value, onChange, labelId }: FilterProps) {
  return (
    <DateInput
      labelId={labelId}
      value={value.values[0] ?? ''}
      min={minDate}
      max={maxDate}
      onChange={(day) => onChange(single(day), 'chosen')}
    />
  );
}
