import type { CalendarDate } from '@internationalized/date';
import { parseDate } from '@internationalized/date';
import { DatePicker } from 'react-aria-components';
import { LAST_DAY } from '../../../admin/api/values.js';
import { formatMoment, momentOf } from '../../formats/date-format.js';
import { usePhrases } from '../../platform/phrases.js';
import { DateControl } from '../../ui/date-control.js';
import { useDraft } from '../../ui/debounce.js';
import { bounded, single } from '../query/filter-value.js';
import type { FilterProps } from './filter-props.js';
import { TYPING_PAUSE_MS } from './filter-props.js';

export interface DateInputProps {
  readonly labelId: string;
  /** "2026-02-28", or empty. */
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChange: (value: string) => void;
}

/** While the user types a year, it passes through the first millennium: 2, 20, 202. */
const EARLIEST = '1000-01-01';

function DateInput({ labelId, value, min = EARLIEST, max = LAST_DAY, onChange }: DateInputProps) {
  const { say, locale } = usePhrases();
  const draft = useDraft(value, onChange, TYPING_PAUSE_MS);
  /** Dates in this format compare as text. Do not send dates that the API would reject. */
  function type(day: string) {
    if (day === '') draft.replace('');
    else if (day < min || day > max) draft.show(day);
    else draft.type(day);
  }
  const isOutside = draft.text >= EARLIEST && (draft.text < min || draft.text > max);
  return (
    <>
      <DatePicker
        className="date-picker filter-date"
        aria-labelledby={labelId}
        granularity="day"
        validationBehavior="aria"
        shouldForceLeadingZeros
        value={dayOf(draft.text)}
        minValue={parseDate(min)}
        maxValue={parseDate(max)}
        onChange={(day) => type(day?.toString() ?? '')}
        onBlur={() => {
          if (draft.text >= min && draft.text <= max) draft.commit();
        }}
      >
        <DateControl
          field={{
            value: draft.text,
            onChange: () => type(''),
            labelId,
            isRequired: false,
            isDisabled: false,
            isReadOnly: false,
          }}
        />
      </DatePicker>
      {isOutside && (
        <p className="filter-problem filter-problem--date" role="alert">
          {say('filter.date_range', { minimum: shown(min), maximum: shown(max) })}
        </p>
      )}
    </>
  );

  function shown(day: string): string {
    const moment = momentOf(day);
    return moment === undefined ? day : formatMoment(moment, 'date', undefined, locale);
  }
}

/** An old link may contain any text. The API reports what is wrong with it. */
function dayOf(text: string): CalendarDate | null {
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

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

/** Either end may be open. The range includes both days. */
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
