import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../platform/app.js';
import type { HeldNavigation } from '../platform/location.js';
import { usePhrases } from '../platform/phrases.js';
import { ConfirmDialog } from './dialog.js';

export interface UnsavedGuardProps {
  /** The name of the record; undefined if it has none yet. */
  readonly record?: string | undefined;
  /** Names the loss, if it is not that of changes to a form. */
  readonly detail?: string;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The user discards the changes. */
  readonly onLeave?: () => void;
}

/**
 * Asks for confirmation before leaving a screen with unsaved changes by a link, the back button or closing the page. While
 * a save is running, leaving waits for its answer, because after a successful save there is nothing to ask.
 */
export function UnsavedGuard({ record, detail, isDirty, isSaving: isSent, onLeave }: UnsavedGuardProps) {
  const { location, session } = useApp();
  const { kind } = useSyncExternalStore(session.subscribe, session.get);
  // Without a session, the request waits for sign-in, and leaving must not wait for the request.
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

  const changes = record === undefined ? say('form.unsaved_changes') : say('form.unsaved_changes_named', { record });
  return (
    <ConfirmDialog
      isOpen={held !== undefined && location.isHeld && isDirty && !isSaving}
      question={say('form.unsaved_title')}
      detail={detail ?? changes}
      action={say('form.leave')}
      cancel={say('form.stay')}
      onConfirm={() => {
        setHeld(undefined);
        onLeave?.();
        held?.leave();
      }}
      onCancel={() => {
        setHeld(undefined);
        held?.stay();
      }}
    />
  );
}
