import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import type { HeldNavigation } from '../navigation/location.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

export interface UnsavedGuardProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The changes are given up. */
  readonly onLeave: () => void;
}

/**
 * While there are changes, leaving the screen is asked about: by link, by the back button, by closing the page. Leaving while
 * they are being saved waits for the answer: once they are stored there is nothing to ask.
 */
export function UnsavedGuard({ isDirty, isSaving: isSent, onLeave }: UnsavedGuardProps) {
  const { location, session } = useApp();
  const { kind } = useSyncExternalStore(session.subscribe, session.get);
  // Without a session the request waits for one, and nobody can wait for the request.
  const isSaving = isSent && kind !== 'expired';
  const { say } = usePhrases();
  const [held, setHeld] = useState<HeldNavigation>();

  useEffect(() => {
    if (!isDirty) return undefined;
    return location.guardWith((navigation) => setHeld(navigation));
  }, [isDirty, location]);

  useEffect(() => {
    if (!isDirty && !isSaving) held?.leave();
  }, [held, isDirty, isSaving]);

  return (
    <ConfirmDialog
      isOpen={held !== undefined && location.isHeld && isDirty && !isSaving}
      question={say('form.unsaved_title')}
      detail={say('form.unsaved_changes')}
      action={say('form.leave')}
      cancel={say('form.stay')}
      onConfirm={() => {
        setHeld(undefined);
        onLeave();
        held?.leave();
      }}
      onCancel={() => {
        setHeld(undefined);
        held?.stay();
      }}
    />
  );
}
