import type { FieldProps } from '../field-props.js';
import { isOn } from './checkbox-field.js';
import { controlProps } from './control-props.js';
import './switch-field.css';

/** A checkbox to the browser, a switch to everybody else. */
export function SwitchField(props: FieldProps) {
  const { value, onChange, isDisabled, isReadOnly } = props;
  return (
    <input
      {...controlProps(props)}
      type="checkbox"
      role="switch"
      className="switch-field"
      disabled={isDisabled || isReadOnly}
      checked={isOn(value)}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
