import { usePhrases } from '../../i18n/phrases-context.js';
import { bounded } from '../filter-value.js';
import { DateInput } from './date-input.js';
import type { FilterProps } from './filter-props.js';

/** Either end may be open; both days belong to the range. */
export function DateRangeFilter({ filter: { minDate, maxDate }, value: { bounds }, onChange }: FilterProps) {
  const { say } = usePhrases();
  return (
    <div className="filter-range">
      <DateInput
        label={say('filter.date_after')}
        value={bounds.after ?? ''}
        min={minDate}
        max={bounds.before ?? maxDate}
        onChange={(day) => onChange(bounded({ ...bounds, after: day }), 'chosen')}
      />
      <span aria-hidden="true">–</span>
      <DateInput
        label={say('filter.date_before')}
        value={bounds.before ?? ''}
        min={bounds.after ?? minDate}
        max={maxDate}
        onChange={(day) => onChange(bounded({ ...bounds, before: day }), 'chosen')}
      />
    </div>
  );
}
