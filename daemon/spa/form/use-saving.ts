import { useEffect, useRef, useState } from 'react';
import { answered } from '../api/answered.js';
import { ApiError } from '../api/api-error.js';
import type { SuccessBody } from '../../admin/model/answers.js';
import type { FormModel } from './state/form-model.js';
import { isStoredAlready } from './state/differences.js';
import { bodyOf, changedFields, type FormState } from './state/form-state.js';
import type { FormRecord } from './state/initial-values.js';

export interface SavingOptions<Saved extends FormRecord> {
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
export function useSaving<Saved extends FormRecord>(options: SavingOptions<Saved>): Saving {
  const { model, send, onSaved, onNothingToSave } = options;
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
