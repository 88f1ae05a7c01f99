import { parseDate, type CalendarDate } from '@internationalized/date';
import { DatePicker } from 'react-aria-components';
import { DateControl } from '../../form/dates/date-control.js';
import { formatMoment, momentOf } from '../../formats/moment.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import { useDraft } from '../../ui/use-draft.js';
import { TYPING_PAUSE_MS } from './typing.js';

export interface DateInputProps {
  readonly labelId: string;
  /** "2026-02-28", or empty. */
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A year that is being typed passes through the first millennium: 2, 20, 202. */
const EARLIEST = '1000-01-01';
const LATEST = '9999-12-31';

export function DateInput({ labelId, value, min = EARLIEST, max = LATEST, onChange }: DateInputProps) {
  const { say, locale } = usePhrases();
  const draft = useDraft(value, onChange, TYPING_PAUSE_MS);
  /** Dates of this form compare as texts. Those that the API refuses are not asked for. */
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
      >
        <DateControl
          field={{
            value: draft.text,
            onChange: () => type(''),
            labelId,
            isRequired: false,
            isDisabled: false,
            isReadOnly: false,
            isInvalid: false,
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

/** An old link may hold anything: the API says what is wrong with it. */
function dayOf(text: string): CalendarDate | null {
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}
