import type { FieldProps } from '../field-props.js';
import { controlProps } from './control-props.js';
import './checkbox-field.css';

export function CheckboxField(props: FieldProps) {
  const { value, onChange, isDisabled, isReadOnly } = props;
  return (
    <input
      {...controlProps(props)}
      type="checkbox"
      className="checkbox-field"
      disabled={isDisabled || isReadOnly}
      checked={isOn(value)}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** Flags in integer columns are 0 and 1. */
export function isOn(value: FieldProps['value']): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}
