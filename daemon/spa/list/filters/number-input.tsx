import { useDraft } from '../../ui/use-draft.js';
import { TYPING_PAUSE_MS } from './typing.js';

export interface NumberInputProps {
  readonly id?: string;
  /** Where no label names it. */
  readonly label?: string;
  readonly value: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Only what the API takes: a number within the bounds, or nothing. */
  readonly onChange: (value: string) => void;
}

export function NumberInput({ id, label, value, min, max, onChange }: NumberInputProps) {
  const draft = useDraft(value, onChange, TYPING_PAUSE_MS);
  return (
    <input
      id={id}
      className="input"
      type="number"
      inputMode="decimal"
      step="any"
      min={min}
      max={max}
      placeholder={label}
      aria-label={label}
      value={draft.text}
      onChange={({ target }) => {
        if (target.validity.valid) draft.type(target.value);
        else draft.show(target.value);
      }}
      onBlur={({ target }) => {
        if (target.validity.valid) draft.commit();
      }}
    />
  );
}
