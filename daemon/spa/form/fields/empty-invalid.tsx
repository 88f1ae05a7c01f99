import type { MouseEvent } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { FieldIds } from '../field-frame.js';

export interface EmptyInvalidProps {
  readonly ids: FieldIds;
  readonly onEmpty: () => void;
}

/** Removes a stored value that does not fit: its field is blank already, so that nothing in it could be deleted. */
export function EmptyInvalid({ ids, onEmpty }: EmptyInvalidProps) {
  const { say } = usePhrases();

  function empty({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    onEmpty();
    // The button goes with the value. A new one would be typed in the control.
    const frame = currentTarget.closest('.field-frame');
    frame?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select, [role="spinbutton"]')?.focus();
  }

  return (
    <button type="button" className="form-field__empty" aria-describedby={ids.label} onClick={empty}>
      {say('form.remove_invalid')}
    </button>
  );
}
