import { getLocalTimeZone } from '@internationalized/date';
import { DateInput, DateSegment, Group, TimeField } from 'react-aria-components';
import type { FieldProps } from '../field-props.js';
import { ClearDate } from './clear-date.js';
import { timeOf, timeValue } from './date-value.js';
import { UnreadableDate } from './unreadable-date.js';
import { pickerProps } from './picker-props.js';
import './date-control.css';

export function TimePicker(props: FieldProps) {
  const { field, value, onChange } = props;
  const zone = getLocalTimeZone();
  const time = timeOf(value, zone);
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
