import type { ReactNode } from 'react';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import type { Saving } from './use-saving.js';
import './form-actions.css';

export interface FormActionsProps {
  readonly saving: Saving;
  readonly isDirty: boolean;
  readonly save: string;
  /** Absent: there is nothing to close. */
  readonly saveAndClose?: string;
  /** At the far end: what is not saving. */
  readonly children?: ReactNode;
}

/** Stays in sight below the form, however long it is. */
export function FormActions({ saving, isDirty, save, saveAndClose, children }: FormActionsProps) {
  const { say } = usePhrases();
  const { pending } = saving;
  return (
    <div className="form-actions">
      <Button
        variant="primary"
        aria-keyshortcuts="Control+S Meta+S"
        isPending={pending === 'save'}
        isDisabled={pending === 'close'}
        onPress={() => saving.save(false)}
      >
        {save}
      </Button>
      {saveAndClose !== undefined && (
        <Button isPending={pending === 'close'} isDisabled={pending === 'save'} onPress={() => saving.save(true)}>
          {saveAndClose}
        </Button>
      )}
      <span className="form-actions__state" role="status">
        {isDirty ? say('form.unsaved') : ''}
      </span>
      {children}
    </div>
  );
}
