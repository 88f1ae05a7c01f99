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

/** The form on the screen. It outlives what React draws, so that an answer finds what has been typed since the request. */
export class FormModel extends Store<FormState> {
  readonly setValue = (name: string, value: FieldValue): void => {
    this.set(withValue(this.get(), name, value));
  };

  readonly refuse = (errors: FieldErrors): void => {
    this.set(withErrors(this.get(), errors));
  };

  /** Stored: what has been typed since stays. @param sent the values that were sent */
  stored(record: FormRecord, sent: Values): void {
    this.set(rebased(this.get(), record, sent));
  }

  /** Created: what was sent is stored, under another form than this one, which holds no more than what was typed since. */
  created(sent: Values): void {
    this.set({ ...this.get(), stored: sent });
  }

  /** Puts a draft into the form. */
  restore(draft: Values, version: string | undefined): void {
    this.set(withDraft(this.get(), draft, version));
  }

  /** Whether a draft holds anything that the form does not. */
  wouldChange(draft: Values): boolean {
    const state = this.get();
    return changedFields(withDraft(state, draft, undefined)).join() !== changedFields(state).join();
  }

  /** Loaded again. A form with changes stays as it is, on the version that they were made from: saving it then tells. */
  refreshed(record: FormRecord): void {
    if (!isDirty(this.get())) this.replaceWith(record);
  }

  /** Everything as it is stored, whatever was typed. */
  replaceWith(record: FormRecord): void {
    const { fields, context } = this.get();
    this.set(openForm(fields, context, record));
  }

  /** What was changed here is now a change of the newer record: saving it replaces that. */
  moveOnto(record: FormRecord): void {
    const state = this.get();
    this.set(rebased(state, record, state.stored));
  }
}
