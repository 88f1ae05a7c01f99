import type { FieldValue, Values } from '../../api/views.js';
import { Store } from '../../platform/store.js';
import {
  changedFields,
  isDirty,
  openForm,
  rebased,
  withDraft,
  withErrors,
  withValue,
  type FieldErrors,
  type FormState,
} from './form-state.js';
import type { FormRecord } from './field-value.js';

export interface FormChanges {
  readonly setValue: (name: string, value: FieldValue) => void;
  readonly showErrors: (errors: FieldErrors) => void;
}

/** The form on the screen. It outlives React components, so that an answer can preserve input typed since the request. */
export class FormModel extends Store<FormState> {
  #changes = this.#changesOfRound();

  /**
   * The changes that fields make, until the form starts again: an answer that a field has asked for belongs to the record before,
   * and does not reach the next one (AD-551). The same object for all of a record.
   */
  get changes(): FormChanges {
    return this.#changes;
  }

  readonly setValue = (name: string, value: FieldValue): void => {
    this.set(withValue(this.get(), name, value));
  };

  readonly refuse = (errors: FieldErrors): void => {
    this.set(withErrors(this.get(), errors));
  };

  /** The record was stored. Input typed since then stays. @param sent the values that were sent */
  stored(record: FormRecord, sent: Values): void {
    this.set(rebased(this.get(), record, sent));
  }

  /** The record was created and another form will show it. Only input typed since then is still unsaved in this one. */
  created(sent: Values): void {
    this.set({ ...this.get(), stored: sent });
  }

  /** Puts a draft into the form. */
  restore(draft: Values, version: string | undefined): void {
    this.set(withDraft(this.get(), draft, version));
  }

  /** Whether a draft contains any value that differs from the form. */
  wouldChange(draft: Values): boolean {
    const state = this.get();
    return changedFields(withDraft(state, draft, undefined)).join() !== changedFields(state).join();
  }

  /**
   * The record was loaded again. A form with changes stays on the version that they were based on, so that saving reports a
   * conflict.
   */
  refreshed(record: FormRecord): void {
    if (!isDirty(this.get())) this.replaceWith(record);
  }

  /** Resets the form to the stored record and discards all input. */
  replaceWith(record: FormRecord): void {
    const { fields, context } = this.get();
    this.set(openForm(fields, context, record));
  }

  /** The next new record: the form as it opens. */
  startAgain(): void {
    const { fields, context } = this.get();
    this.#changes = this.#changesOfRound();
    this.set(openForm(fields, context, undefined));
  }

  /**
   * Applies the changes of this form to the newer record. Saving then overwrites that record's values.
   * @param theirs changed fields that take the value of the newer record
   */
  moveOnto(record: FormRecord, theirs: ReadonlySet<string> = new Set()): void {
    const state = this.get();
    const moved = rebased(state, record, state.stored);
    const taken = [...theirs].map((name) => [name, moved.stored[name] ?? null] as const);
    this.set({ ...moved, values: { ...moved.values, ...Object.fromEntries(taken) } });
  }

  #changesOfRound(): FormChanges {
    const changes: FormChanges = {
      setValue: (name, value) => {
        if (changes === this.#changes) this.setValue(name, value);
      },
      showErrors: (errors) => {
        if (changes === this.#changes) this.refuse(errors);
      },
    };
    return changes;
  }
}
