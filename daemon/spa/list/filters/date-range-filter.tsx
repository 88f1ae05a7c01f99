import { usePhrases } from '../../i18n/phrases-context.js';
import { bounded } from '../filter-value.js';
import { DateInput } from './date-input.js';
import type { FilterProps } from './filter-props.js';

/** Either end may be open; both days belong to the range. */
export function DateRangeFilter({ filter: { minDate, maxDate }, value: { bounds }, onChange, id }: FilterProps) {
  const { say } = usePhrases();
  const ids = { after: `${id}-after`, before: `${id}-before` };
  return (
    <div className="filter-days">
      <span id={ids.after}>{say('filter.date_after')}</span>
      <DateInput
        labelId={ids.after}
        value={bounds.after ?? ''}
        min={minDate}
        max={bounds.before ?? maxDate}
        onChange={(day) => onChange(bounded({ ...bounds, after: day }), 'chosen')}
      />
      <span id={ids.before}>{say('filter.date_before')}</span>
      <DateInput
        labelId={ids.before}
        value={bounds.before ?? ''}
        min={bounds.after ?? minDate}
        max={maxDate}
        onChange={(day) => onChange(bounded({ ...bounds, before: day }), 'chosen')}
      />
    </div>
  );
}
