import type { FieldProps } from '../field-props.js';
import { controlProps, textOf } from '../fields/control-props.js';

/** What is stored is no date that a calendar knows: it is shown, and can be mended as text. */
export function UnreadableDate(props: FieldProps) {
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
