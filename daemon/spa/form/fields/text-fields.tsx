import { useEffect, useRef, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { PasswordInput } from '../../ui/inputs.js';
import { leaveOnWheel } from '../../ui/leave-on-wheel.js';
import { UNFINISHED } from '../state/field-value.js';
import type { FieldProps } from './field-props.js';
import { controlProps, textOf } from './field-props.js';
import './text-fields.css';

/** From this share of the limit on, the user sees how many characters are left. */
const NEARLY_FULL = 0.8;

/** Shows the length limit of a text. It never truncates: the user decides how to shorten a text that is too long. */
export function CharacterCount({ text, maxLength }: { readonly text: string; readonly maxLength: number | undefined }) {
  const { say } = usePhrases();
  // Count characters as the database does: an emoji is one.
  const length = maxLength === undefined || text.length < maxLength * NEARLY_FULL ? 0 : [...text].length;
  if (maxLength === undefined || length < maxLength * NEARLY_FULL) return null;
  return (
    <p className="character-count" role="status" {...(length > maxLength && { 'data-exceeded': true })}>
      {say('form.characters', { count: length, maximum: maxLength })}
    </p>
  );
}

export function TextField(props: FieldProps) {
  const { field, value, onChange, form } = props;
  const text = textOf(value);
  // A line that is longer than its field would lose its end, for readers on a phone and on paper.
  if (form.context === 'preview') {
    return <textarea {...controlProps(props)} className="input whole-text" rows={1} value={text} readOnly />;
  }
  return (
    <>
      <input
        {...controlProps(props)}
        type="text"
        className="input"
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <CharacterCount text={text} maxLength={field.maxLength} />
    </>
  );
}

export function TextareaField(props: FieldProps) {
  const { field, value, onChange, form } = props;
  const text = textOf(value);
  return (
    <>
      <textarea
        {...controlProps(props)}
        className={`input textarea-field textarea-field--${field.size ?? 'small'}`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {form.context !== 'preview' && <CharacterCount text={text} maxLength={field.maxLength} />}
    </>
  );
}

export function EmailField(props: FieldProps) {
  return (
    <input
      {...controlProps(props)}
      type="email"
      className="input"
      // The value belongs to a record, not to the person who edits it.
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

/**
 * A native number input. It keeps its own text, because browsers do not report text that is not a number (yet). It passes
 * numbers on as text, because a 64-bit integer or a decimal does not survive conversion to a JavaScript number.
 */
export function NumberField(props: FieldProps) {
  const { field, value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [start] = useState(() => textOf(value));

  useEffect(() => {
    const { current } = input;
    if (current === null || value === UNFINISHED || isSameNumber(current.value, textOf(value))) return;
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
      onChange={({ target }) => onChange(target.validity.badInput ? UNFINISHED : target.value)}
      onWheel={leaveOnWheel}
    />
  );
}

/** While the user types "1.50", the value is already 1.5. */
function isSameNumber(shown: string, held: string): boolean {
  return (
    shown === held || (shown !== '' && held !== '' && Number(shown) === Number(held) && shown.length > held.length)
  );
}

/** Never shows the stored password: the API does not return it, and a blank field keeps it. */
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
