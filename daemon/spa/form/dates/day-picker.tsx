import { getLocalTimeZone, parseDate } from '@internationalized/date';
import { DatePicker } from 'react-aria-components';
import type { FieldProps } from '../field-props.js';
import { dayOf, dayValue } from './date-value.js';
import { DateControl } from './date-control.js';
import { UnreadableDate } from './unreadable-date.js';
import { pickerProps } from './picker-props.js';

export function DayPicker(props: FieldProps) {
  const { field, value, onChange } = props;
  const zone = getLocalTimeZone();
  const day = dayOf(value, zone);
  if (day === undefined) return <UnreadableDate {...props} />;
  return (
    <DatePicker
      {...pickerProps(props)}
      className="date-picker"
      granularity="day"
      value={day}
      onChange={(next) => onChange(dayValue(next, field.column?.type, value, zone))}
      {...(field.minDate !== undefined && { minValue: parseDate(field.minDate) })}
      {...(field.maxDate !== undefined && { maxValue: parseDate(field.maxDate) })}
    >
      <DateControl field={props} />
    </DatePicker>
  );
}
