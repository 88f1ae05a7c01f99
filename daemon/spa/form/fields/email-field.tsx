import type { FieldProps } from '../field-props.js';
import { controlProps, textOf } from './control-props.js';

export function EmailField(props: FieldProps) {
  return (
    <input
      {...controlProps(props)}
      type="email"
      className="input"
      // Of the records, not of whoever edits them.
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
