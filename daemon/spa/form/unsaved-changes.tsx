import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../platform/app.js';
import type { FieldView, Values } from '../api/views.js';
import { formatInstant } from '../formats/date-format.js';
import type { Draft } from '../platform/drafts.js';
import type { HeldNavigation } from '../platform/location.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialog.js';
import './unsaved-changes.css';

export interface UnsavedGuardProps {
  /** The name of the record; undefined if it has none yet. */
  readonly record: string | undefined;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The user discards the changes. */
  readonly onLeave: () => void;
}

/**
 * Asks for confirmation before leaving a screen with unsaved changes by a link, the back button or closing the page. While
 * a save is running, leaving waits for its answer, because after a successful save there is nothing to ask.
 */
export function UnsavedGuard({ record, isDirty, isSaving: isSent, onLeave }: UnsavedGuardProps) {
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

  return (
    <ConfirmDialog
      isOpen={held !== undefined && location.isHeld && isDirty && !isSaving}
      question={say('form.unsaved_title')}
      detail={record === undefined ? say('form.unsaved_changes') : say('form.unsaved_changes_named', { record })}
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

export interface DraftOfferProps {
  readonly offered: Draft | undefined;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Shown above a form that was left with unsaved changes: after a reload, a browser crash or a change of users. */
export function DraftOffer({ offered, onRestore, onDiscard }: DraftOfferProps) {
  const { say, locale } = usePhrases();
  if (offered === undefined) return null;
  const when = formatInstant(new Date(offered.at), locale);
  return (
    <div className="draft-offer card" role="status">
      <p className="draft-offer__text">{say('form.draft_found', { when })}</p>
      <Button onPress={onRestore}>{say('form.draft_restore')}</Button>
      <Button variant="quiet" onPress={onDiscard}>
        {say('form.draft_discard')}
      </Button>
    </div>
  );
}

export interface SetAsideNoticeProps {
  readonly fields: readonly FieldView[];
  readonly setAside: Values | undefined;
  readonly onPutBack: () => void;
  readonly onDrop: () => void;
}

/** Shown above a form after a conflict in which the user took another value: until then, their own is not lost. */
export function SetAsideNotice({ fields, setAside, onPutBack, onDrop }: SetAsideNoticeProps) {
  const { say, locale } = usePhrases();
  if (setAside === undefined) return null;
  const labels = fields.filter(({ name }) => Object.hasOwn(setAside, name)).map(({ name, label }) => label ?? name);
  return (
    <div className="draft-offer card" role="status">
      <p className="draft-offer__text">
        {say('form.conflict_set_aside', { fields: new Intl.ListFormat(locale).format(labels) })}
      </p>
      <Button onPress={onPutBack}>{say('form.conflict_put_back')}</Button>
      <Button variant="quiet" onPress={onDrop}>
        {say('form.draft_discard')}
      </Button>
    </div>
  );
}
