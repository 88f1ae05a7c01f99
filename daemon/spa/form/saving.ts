import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { SuccessBody } from '../../admin/api/answers.js';
import type { FormContext } from '../../admin/model/schema/types.js';
import { answered, ApiError } from '../api/errors.js';
import type { FormView } from '../api/views.js';
import { filledPath, listPath, recordPath } from '../platform/routes.js';
import { isStoredAlready } from './state/differences.js';
import type { FormRecord } from './state/field-value.js';
import type { FormModel } from './state/form-model.js';
import type { FormState } from './state/form-state.js';
import { bodyOf, changedFields } from './state/form-state.js';

export interface SavingDependencies<Saved extends FormRecord> {
  readonly model: FormModel;
  readonly send: (body: object) => Promise<SuccessBody<Saved>>;
  /** It is stored. @param isGone the screen was left meanwhile: nobody is to be taken anywhere */
  readonly onSaved: (answer: SuccessBody<Saved>, close: boolean, isGone: boolean) => void;
  readonly onNothingToSave: (close: boolean) => void;
}

export interface Saving {
  /** Which button was pressed, while the answer is awaited. */
  readonly pending: 'save' | 'close' | undefined;
  /** Why it was not stored: a new object each time, until the next attempt. */
  readonly refusal: ApiError | undefined;
  /** The record as somebody else has stored it meanwhile. */
  readonly conflict: FormRecord | undefined;
  readonly save: (close: boolean) => void;
  /** Saves what was changed here over the other's record. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly goOnEditing: () => void;
}

/** Saves a form. Whatever goes wrong, what was typed stays where it is. */
export function useSaving<Saved extends FormRecord>(dependencies: SavingDependencies<Saved>): Saving {
  const { model, send, onSaved, onNothingToSave } = dependencies;
  const [pending, setPending] = useState<Saving['pending']>();
  const [refusal, setRefusal] = useState<ApiError>();
  const [conflict, setConflict] = useState<FormRecord>();
  const isRunning = useRef(false);
  const wanted = useRef(false);
  const isGone = useIsGone();

  async function run(close: boolean) {
    if (isRunning.current) return;
    const sent = model.get();
    if (sent.context !== 'create' && changedFields(sent).length === 0) {
      onNothingToSave(close);
      return;
    }
    isRunning.current = true;
    wanted.current = close;
    setPending(close ? 'close' : 'save');
    setRefusal(undefined);
    model.refuse({});
    try {
      const said = await answered(() =>
        send(bodyOf(sent)).catch((error: unknown) => storedAlready<Saved>(sent, error)),
      );
      if (said.refusal) {
        refused(said.refusal);
        return;
      }
      // A created record is shown by another screen; this one is still about none.
      if (sent.context === 'create') model.created(sent.values);
      else model.stored(said.answer.data, sent.values);
      onSaved(said.answer, close, isGone.current);
    } finally {
      isRunning.current = false;
      setPending(undefined);
    }
  }

  function refused(error: ApiError) {
    if (error.status === 409 && error.current !== undefined) {
      setConflict(error.current);
      return;
    }
    model.refuse(error.fields);
    setRefusal(error);
  }

  return {
    pending,
    refusal,
    conflict,
    save: (close) => void run(close),
    keepMine() {
      if (conflict === undefined) return;
      model.moveOnto(conflict);
      setConflict(undefined);
      void run(wanted.current);
    },
    takeTheirs() {
      if (conflict !== undefined) model.replaceWith(conflict);
      setConflict(undefined);
    },
    goOnEditing: () => setConflict(undefined),
  };
}

/**
 * A save whose answer was lost is refused when it is made again: the version is that of its own first attempt. It is stored, and
 * that is what its author is told. Any other error is thrown.
 */
function storedAlready<Saved extends FormRecord>(sent: FormState, error: unknown): SuccessBody<Saved> {
  const isConflict = error instanceof ApiError && error.status === 409 && error.current !== undefined;
  if (!isConflict || !isStoredAlready(sent, error.current)) throw error;
  return { success: true, data: error.current as Saved, meta: undefined };
}

function useIsGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

/** Ctrl+S or Cmd+S saves, as in every editor; the browser's own dialog for saving the page helps nobody here. */
export function useSaveKey(isEnabled: boolean, save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // A question is open: it has to be answered first.
      if (!isEnabled || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      save();
    };
    // Before the control that has the focus: an open list of choices keeps every key to itself.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isEnabled, save]);
}

/** Controls in which a line of text is typed, and nothing else is meant by Enter than that it is done. */
const ONE_LINE = new Set(['text', 'email', 'number', 'password', 'tel', 'url']);

/** What has uses of its own for Enter: searches, lists of choices, tables and elements of plugins. */
const OWN = '[role="combobox"], [role="search"], [role="dialog"], .relation-manager, .widget-field';

/** Whether Enter was pressed to save, as it does in every form of a page. */
export function isEnterToSave(event: ReactKeyboardEvent): boolean {
  const { target } = event;
  return (
    event.key === 'Enter' &&
    !event.defaultPrevented &&
    !event.nativeEvent.isComposing &&
    !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
    target instanceof HTMLInputElement &&
    ONE_LINE.has(target.type) &&
    !target.readOnly &&
    target.closest('[data-field]') !== null &&
    target.closest(OWN) === null
  );
}

type Destinations = Pick<FormView, 'controller' | 'contexts' | 'defaultRedirect'>;

/** Where saving leads, as October has it: `redirectClose` for "… and close", `redirect` for the other; undefined: nowhere. */
export function afterSave(schema: Destinations, context: FormContext, id: string, close: boolean): string | undefined {
  const { redirect = null, redirectClose = null } = schema.contexts[context] ?? {};
  if (close) return redirectClose === null ? afterDelete(schema) : filledPath(redirectClose, id);
  if (redirect !== null) return filledPath(redirect, id);
  if (context !== 'create') return undefined;
  // The form of a new record is done with: it goes on as the form of the record that there is now.
  if (schema.contexts.update !== null) return recordPath(schema.controller, id);
  return schema.contexts.preview === null ? afterDelete(schema) : recordPath(schema.controller, id, 'preview');
}

/** Where there is no record any more to stay with. */
export function afterDelete({ controller, defaultRedirect }: Omit<Destinations, 'contexts'>): string {
  return defaultRedirect === null ? listPath(controller) : filledPath(defaultRedirect, '');
}
