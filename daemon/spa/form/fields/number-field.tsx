import { useEffect, useRef, useState } from 'react';
import type { FieldProps } from '../field-props.js';
import { controlProps, textOf } from './control-props.js';
import './number-field.css';

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
