import { getLocalTimeZone, now } from '@internationalized/date';
import { useMemo } from 'react';
import { DatePicker } from 'react-aria-components';
import type { FieldProps } from '../field-props.js';
import { firstMoment, lastMoment, momentOf, momentValue } from './date-value.js';
import { DateControl } from './date-control.js';
import { UnreadableDate } from './unreadable-date.js';
import { pickerProps } from './picker-props.js';

/** A day and a time, in the administrator's zone, which is named behind them. */
export function MomentPicker(props: FieldProps) {
  const { field, value, onChange } = props;
  const zone = getLocalTimeZone();
  const start = useMemo(() => now(zone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }), [zone]);
  const moment = momentOf(value, zone);
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
