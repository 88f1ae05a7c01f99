import type { FieldProps } from '../field-props.js';
import { DayPicker } from '../dates/day-picker.js';
import { MomentPicker } from '../dates/moment-picker.js';
import { TimePicker } from '../dates/time-picker.js';

export function DatePickerField(props: FieldProps) {
  switch (props.field.mode) {
    case 'time':
      return <TimePicker {...props} />;
    case 'date':
      return <DayPicker {...props} />;
    case 'datetime':
    case undefined:
      return <MomentPicker {...props} />;
  }
}
