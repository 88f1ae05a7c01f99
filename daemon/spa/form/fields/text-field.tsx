import type { FieldProps } from '../field-props.js';
import { CharacterCount } from './character-count.js';
import { controlProps, textOf } from './control-props.js';

export function TextField(props: FieldProps) {
  const { field, value, onChange } = props;
  const text = textOf(value);
  return (
    <>
      <input
        {...controlProps(props)}
        type="text"
        className="input"
        dir="auto"
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <CharacterCount text={text} maxLength={field.maxLength} />
    </>
  );
}
