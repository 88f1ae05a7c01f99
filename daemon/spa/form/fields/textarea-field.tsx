import type { FieldProps } from '../field-props.js';
import { CharacterCount } from './character-count.js';
import { controlProps, textOf } from './control-props.js';
import './textarea-field.css';

export function TextareaField(props: FieldProps) {
  const { field, value, onChange } = props;
  const text = textOf(value);
  return (
    <>
      <textarea
        {...controlProps(props)}
        className={`input textarea-field textarea-field--${field.size ?? 'small'}`}
        dir="auto"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <CharacterCount text={text} maxLength={field.maxLength} />
    </>
  );
}
