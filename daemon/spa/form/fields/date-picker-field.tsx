import { getLocalTimeZone, now } from '@internationalized/date';
import { useMemo } from 'react';
import { DateInput, DatePicker, DateSegment, Group, TimeField } from 'react-aria-components';
import { chosenZone } from '../../formats/time-zone.js';
import { ClearDate, DateControl } from '../../ui/date-control.js';
import {
  dayOf,
  dayValue,
  firstDay,
  firstMoment,
  lastDay,
  lastMoment,
  momentOf,
  momentValue,
  timeOf,
  timeValue,
} from './date-value.js';
import type { FieldProps } from './field-props.js';
import { controlProps, textOf } from './field-props.js';
import { UnfinishedDate } from './unfinished-date.js';

/** Shows a stored value that is not a valid date as text, so that the user can fix it. */
function UnreadableDate(props: FieldProps) {
  return (
    <input
      {...controlProps(props)}
      className="input"
      aria-labelledby={props.labelId}
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(target.value)}
    />
  );
}

/** Properties shared by all pickers. */
function pickerProps({ id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly }: FieldProps) {
  return {
    id,
    'aria-labelledby': labelId,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    isInvalid,
    isRequired,
    isDisabled,
    isReadOnly,
    shouldForceLeadingZeros: true,
    // The server reports errors. The browser's own message could be in another language.
    validationBehavior: 'aria' as const,
  };
}

/** The pickers memoize what they pass on: with a new object for the same date, react-aria forgets the parts typed so far. */
interface PickerProps {
  readonly props: FieldProps;
  readonly zone: string;
}

function DayPicker({ props, zone }: PickerProps) {
  const { field, value, onChange } = props;
  const day = useMemo(() => dayOf(value, zone), [value, zone]);
  if (day === undefined) return <UnreadableDate {...props} />;
  return (
    <DatePicker
      {...pickerProps(props)}
      className="date-picker"
      granularity="day"
      value={day}
      onChange={(next) => onChange(dayValue(next, field.column?.type, value, zone))}
      {...(field.minDate !== undefined && { minValue: firstDay(field.minDate, field.column?.type, value, zone) })}
      {...(field.maxDate !== undefined && { maxValue: lastDay(field.maxDate, field.column?.type, value, zone) })}
    >
      <DateControl field={props} />
    </DatePicker>
  );
}

/** A date and time in the administrator's time zone, which is shown behind them. */
function MomentPicker({ props, zone }: PickerProps) {
  const { field, value, onChange } = props;
  const start = useMemo(() => now(zone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }), [zone]);
  const moment = useMemo(() => momentOf(value, zone), [value, zone]);
  if (moment === undefined) return <UnreadableDate {...props} />;
  return (
    <DatePicker
      {...pickerProps(props)}
      className="date-picker"
      granularity="minute"
      value={moment}
      placeholderValue={start}
      onChange={(next) => onChange(momentValue(next, zone))}
      {...(field.minDate !== undefined && { minValue: firstMoment(field.minDate, zone) })}
      {...(field.maxDate !== undefined && { maxValue: lastMoment(field.maxDate, zone) })}
    >
      <DateControl field={props} />
    </DatePicker>
  );
}

function TimePicker({ props, zone }: PickerProps) {
  const { field, value, onChange } = props;
  const time = useMemo(() => timeOf(value, zone), [value, zone]);
  if (time === undefined) return <UnreadableDate {...props} />;
  return (
    <TimeField
      {...pickerProps(props)}
      className="date-picker"
      granularity={time !== null && time.second > 0 ? 'second' : 'minute'}
      value={time}
      onChange={(next) => onChange(timeValue(next, field.column?.type, value, zone))}
    >
      <Group className="date-control">
        <DateInput className="date-control__input">
          {(segment) => <DateSegment segment={segment} className="date-control__segment" />}
        </DateInput>
        <ClearDate {...props} />
      </Group>
    </TimeField>
  );
}

const PICKERS = { time: TimePicker, date: DayPicker, datetime: MomentPicker };

export function DatePickerField(props: FieldProps) {
  const zone = chosenZone() ?? getLocalTimeZone();
  const Picker = PICKERS[props.field.mode ?? 'datetime'];
  return (
    <UnfinishedDate field={props} zone={zone}>
      {(field) => <Picker props={field} zone={zone} />}
    </UnfinishedDate>
  );
}
