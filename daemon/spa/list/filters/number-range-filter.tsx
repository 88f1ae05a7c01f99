import { usePhrases } from '../../i18n/phrases-context.js';
import { bounded } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';
import { NumberInput } from './number-input.js';
import { isEmptyRange } from './number-problem.js';

export function NumberRangeFilter({ filter: { min, max }, value: { bounds }, onChange }: FilterProps) {
  const { say } = usePhrases();
  return (
    <div className="filter-numbers">
      <div className="filter-range">
        <NumberInput
          label={say('filter.number_min')}
          value={bounds.min ?? ''}
          min={min}
          max={max}
          onChange={(number) => onChange(bounded({ ...bounds, min: number }), 'typed')}
        />
        <span aria-hidden="true">–</span>
        <NumberInput
          label={say('filter.number_max')}
          value={bounds.max ?? ''}
          min={min}
          max={max}
          onChange={(number) => onChange(bounded({ ...bounds, max: number }), 'typed')}
        />
      </div>
      {isEmptyRange(bounds) && (
        <p className="filter-problem" role="alert">
          {say('filter.number_order')}
        </p>
      )}
    </div>
  );
}
