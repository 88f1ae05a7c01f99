import { single } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';
import { NumberInput } from './number-input.js';

export function NumberFilter({ filter: { min, max }, value, onChange, id }: FilterProps) {
  return (
    <NumberInput
      id={id}
      value={value.values[0] ?? ''}
      min={min}
      max={max}
      onChange={(number) => onChange(single(number), 'typed')}
    />
  );
}
