import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { FieldProps } from '../field-props.js';

export type ClearDateProps = Pick<
  FieldProps,
  'value' | 'onChange' | 'labelId' | 'isRequired' | 'isDisabled' | 'isReadOnly'
>;

export function ClearDate({ value, onChange, labelId, isRequired, isDisabled, isReadOnly }: ClearDateProps) {
  const { say } = usePhrases();
  if (value === null || value === '' || isRequired || isDisabled || isReadOnly) return null;

  function clear({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    onChange(null);
    // The button goes with the value: whoever pressed it by keyboard goes on where a new one is typed.
    currentTarget.parentElement?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
  }

  return (
    <button
      type="button"
      className="icon-button date-control__button"
      aria-label={say('form.clear')}
      aria-describedby={labelId}
      onClick={clear}
    >
      <X aria-hidden="true" />
    </button>
  );
}
