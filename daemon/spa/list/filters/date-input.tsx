import { useDraft } from '../../ui/use-draft.js';
import { TYPING_PAUSE_MS } from './typing.js';

export interface DateInputProps {
  readonly id?: string;
  /** Where no label names it. */
  readonly label?: string;
  /** "2026-02-28", or empty. */
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A year that is being typed passes through the first millennium: "0002", "0020", "0202". */
const EARLIEST = '1000-01-01';
const LATEST = '9999-12-31';

export function DateInput({ id, label, value, min = EARLIEST, max = LATEST, onChange }: DateInputProps) {
  const draft = useDraft(value, onChange, TYPING_PAUSE_MS);
  return (
    <input
      id={id}
      className="input"
      type="date"
      min={min}
      max={max}
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
