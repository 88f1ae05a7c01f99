import { useEffect, useRef, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { PasswordInput } from '../../ui/inputs.js';
import type { FieldProps } from './field-props.js';
import { controlProps, textOf } from './field-props.js';
import './text-fields.css';

/** From here on it is worth knowing how much room is left. */
const NEARLY_FULL = 0.8;

/** How long a text may be. Nothing is cut off: what was pasted and is too long is shortened by whoever knows how. */
export function CharacterCount({ text, maxLength }: { readonly text: string; readonly maxLength: number | undefined }) {
  const { say } = usePhrases();
  // Characters as the database counts them: an emoji is one.
  const length = maxLength === undefined || text.length < maxLength * NEARLY_FULL ? 0 : [...text].length;
  if (maxLength === undefined || length < maxLength * NEARLY_FULL) return null;
  return (
    <p className="character-count" role="status" {...(length > maxLength && { 'data-exceeded': true })}>
      {say('form.characters', { count: length, maximum: maxLength })}
    </p>
  );
}

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

/** What stands for something typed that is no number: the server refuses it as such, instead of taking it for blank. */
const NO_NUMBER = '?';

/**
 * A native number input. It keeps its own text, since a browser tells nothing of one that is no number (yet), and hands it
 * over as text: a 64-bit integer or a decimal does not survive being a JavaScript number.
 */
export function NumberField(props: FieldProps) {
  const { field, value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [start] = useState(() => textOf(value));

  useEffect(() => {
    const { current } = input;
    if (current === null || value === NO_NUMBER || isSameNumber(current.value, textOf(value))) return;
    current.value = textOf(value);
  }, [value]);

  return (
    <input
      {...controlProps(props)}
      ref={input}
      type="number"
      className="input number-field"
      autoComplete="off"
      min={field.min}
      max={field.max}
      step={field.step ?? 'any'}
      defaultValue={start}
      onChange={({ target }) => onChange(target.validity.badInput ? NO_NUMBER : target.value)}
      // A page that is scrolled must not count a number up.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}

/** "1.50" is being typed while the value is 1.5 already. */
function isSameNumber(shown: string, held: string): boolean {
  return (
    shown === held || (shown !== '' && held !== '' && Number(shown) === Number(held) && shown.length > held.length)
  );
}

/** Never shows what is stored: the API does not return it, and a blank one keeps it. */
export function PasswordField(props: FieldProps) {
  const { value, onChange, form, field } = props;
  const { say } = usePhrases();
  const kept = form.context === 'create' ? undefined : say('form.password_kept');
  return (
    <PasswordInput
      {...controlProps(props)}
      placeholder={field.placeholder ?? kept}
      autoComplete="new-password"
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
