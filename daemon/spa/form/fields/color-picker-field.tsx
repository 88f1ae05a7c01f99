import { Check, X } from 'lucide-react';
import { useRef } from 'react';
import { Toolbar } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { hexColor, SWATCHES } from './colors.js';
import type { FieldProps } from './field-props.js';
import { controlProps, textOf } from './field-props.js';
import './color-picker-field.css';

/** A color as text, from the browser's color picker or from the suggestions. */
export function ColorPickerField(props: FieldProps) {
  const { field, value, onChange, labelId, isRequired, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const text = textOf(value);
  const color = hexColor(text);
  const isLocked = isDisabled || isReadOnly;

  return (
    <div className="color-picker">
      <div className="color-picker__control">
        <span className="color-picker__well" {...(color === undefined && { 'data-empty': true })}>
          <input
            type="color"
            aria-label={say('form.pick_colour')}
            aria-describedby={labelId}
            value={color ?? '#000000'}
            disabled={isLocked}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
        {/* Hexadecimal is always written from left to right. */}
        <span className="color-picker__field" dir="ltr">
          <input
            {...controlProps(props)}
            ref={input}
            className="input color-picker__text"
            placeholder={field.placeholder ?? '#rrggbb'}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => onChange(target.value)}
            // Accept "36f" and expand it when the user leaves the field.
            onBlur={() => {
              if (color !== undefined && color !== text && !isLocked) onChange(color);
            }}
          />
          {!isLocked && !isRequired && text !== '' && (
            <button
              type="button"
              className="icon-button color-picker__clear"
              aria-label={say('form.clear')}
              aria-describedby={labelId}
              onClick={() => {
                onChange(null);
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" />
            </button>
          )}
        </span>
      </div>
      {!isLocked && (
        // One tab stop, with arrow keys between the colors.
        <Toolbar className="color-picker__swatches" aria-label={say('form.suggested_colors')}>
          {SWATCHES.map((swatch) => (
            <button
              key={swatch}
              type="button"
              className="color-picker__swatch"
              aria-label={swatch}
              aria-pressed={swatch === color}
              title={swatch}
              style={{ background: swatch }}
              onClick={() => onChange(swatch)}
            >
              {swatch === color && <Check aria-hidden="true" />}
            </button>
          ))}
        </Toolbar>
      )}
    </div>
  );
}
