import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import type { SuccessBody } from '../../admin/api/answers.js';
import type { FormContext } from '../../admin/model/schema/types.js';
import { answered, ApiError } from '../api/errors.js';
import type { FormView, Values } from '../api/views.js';
import { createPath, filledPath, listPath, recordPath } from '../platform/routes.js';
import { useIsGone } from '../ui/use-is-gone.js';
import { isStoredAlready } from './state/differences.js';
import type { FormRecord } from './state/field-value.js';
import type { FormModel } from './state/form-model.js';
import type { FormState } from './state/form-state.js';
import { bodyOf, changedFields } from './state/form-state.js';

/** The intention after saving: to go on with this record, to leave, or to create another one. */
export type AfterSaving = 'save' | 'close' | 'new';

export interface SavingDependencies<Saved extends FormRecord> {
  readonly model: FormModel;
  readonly send: (body: object) => Promise<SuccessBody<Saved>>;
  /** The record is stored. @param isGone the user has left the screen in the meantime, so do not navigate */
  readonly onSaved: (answer: SuccessBody<Saved>, after: AfterSaving, isGone: boolean) => void;
  readonly onNothingToSave: (after: AfterSaving) => void;
}

export interface Saving {
  /** The button that was pressed, while waiting for the answer. */
  readonly pending: AfterSaving | undefined;
  /** The error of the last attempt, cleared by the next one. Each attempt creates a new object. */
  readonly refusal: ApiError | undefined;
  /** The record as another administrator has stored it in the meantime. */
  readonly conflict: FormRecord | undefined;
  /** The values of this form in the fields for which the other value was kept. The user can put it back. */
  readonly setAside: Values | undefined;
  readonly putBack: () => void;
  readonly dropSetAside: () => void;
  readonly save: (after: AfterSaving) => void;
  /**
   * Saves this form's changes together with the other administrator's.
   * @param theirs the fields that both have changed, and for which the other value is kept
   */
  readonly merge: (theirs: ReadonlySet<string>) => void;
  readonly takeTheirs: () => void;
  readonly goOnEditing: () => void;
}

/** Saves a form. If anything goes wrong, the input stays in the form. */
export function useSaving<Saved extends FormRecord>(dependencies: SavingDependencies<Saved>): Saving {
  const { model, send, onSaved, onNothingToSave } = dependencies;
  const [pending, setPending] = useState<Saving['pending']>();
  const [refusal, setRefusal] = useState<ApiError>();
  const [conflict, setConflict] = useState<FormRecord>();
  const [setAside, setSetAside] = useState<Values>();
  const isRunning = useRef(false);
  const wanted = useRef<AfterSaving>('save');
  const isGone = useIsGone();

  async function run(after: AfterSaving) {
    if (isRunning.current) return;
    const sent = model.get();
    if (sent.context !== 'create' && changedFields(sent).length === 0) {
      onNothingToSave(after);
      return;
    }
    isRunning.current = true;
    wanted.current = after;
    setPending(after);
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
      // Another screen shows a created record. This screen still has none.
      if (sent.context === 'create') model.created(sent.values);
      else model.stored(said.answer.data, sent.values);
      onSaved(said.answer, after, isGone.current);
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

  function keepAside(names: ReadonlySet<string>) {
    const { values, fields } = model.get();
    const kept = fields.filter(({ name, type }) => names.has(name) && type !== 'password');
    setSetAside(
      kept.length === 0 ? undefined : Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? null])),
    );
  }

  return {
    pending,
    refusal,
    conflict,
    save: (after) => void run(after),
    setAside,
    putBack() {
      if (setAside !== undefined) model.restore(setAside, undefined);
      setSetAside(undefined);
    },
    dropSetAside: () => setSetAside(undefined),
    merge(theirs) {
      if (conflict === undefined) return;
      keepAside(theirs);
      model.moveOnto(conflict, theirs);
      setConflict(undefined);
      void run(wanted.current);
    },
    takeTheirs() {
      keepAside(new Set(changedFields(model.get())));
      if (conflict !== undefined) model.replaceWith(conflict);
      setConflict(undefined);
    },
    goOnEditing: () => setConflict(undefined),
  };
}

/**
 * If the answer to a save was lost, the retry conflicts with the version that the first attempt created. The changes are
 * stored, so report success. Throws any other error.
 */
function storedAlready<Saved extends FormRecord>(sent: FormState, error: unknown): SuccessBody<Saved> {
  const isConflict = error instanceof ApiError && error.status === 409 && error.current !== undefined;
  if (!isConflict || !isStoredAlready(sent, error.current)) throw error;
  return { success: true, data: error.current as Saved, meta: undefined };
}

/** Controls for one line of text, in which Enter can only mean that the user is done. */
const ONE_LINE = new Set(['text', 'email', 'number', 'password', 'tel', 'url']);

/** Elements that use Enter themselves: searches, lists of choices, tables and plugin elements. */
const OWN = '[role="combobox"], [role="search"], [role="dialog"], .relation-manager, .widget-field';

/** Whether this Enter key press means to save, as in any HTML form. */
export function isEnterToSave(event: ReactKeyboardEvent): boolean {
  const { target } = event;
  return (
    event.key === 'Enter' &&
    !event.defaultPrevented &&
    !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
    target instanceof HTMLInputElement &&
    ONE_LINE.has(target.type) &&
    !target.readOnly &&
    target.closest('[data-field]') !== null &&
    !isOwnedInside(target, event.currentTarget)
  );
}

function isOwnedInside(target: Element, form: Element): boolean {
  const owner = target.closest(OWN);
  // The dialog around a form in a side panel does not use the key.
  return owner !== null && form.contains(owner);
}

type Destinations = Pick<FormView, 'controller' | 'contexts' | 'defaultRedirect'>;

/** The path to open after saving, as in October: `redirectClose` for "… and close", otherwise `redirect`. Undefined: stay. */
export function afterSave(
  schema: Destinations,
  context: FormContext,
  id: string,
  after: AfterSaving,
): string | undefined {
  const { redirect = null, redirectClose = null } = schema.contexts[context] ?? {};
  if (after === 'new') return createPath(schema.controller);
  if (after === 'close') return redirectClose === null ? elsewhere(schema, id) : filledPath(redirectClose, id);
  if (redirect !== null) return filledPath(redirect, id);
  if (context !== 'create') return undefined;
  // The create form is done. Continue with the form of the new record.
  if (schema.contexts.update !== null) return recordPath(schema.controller, id);
  return schema.contexts.preview === null ? elsewhere(schema, id) : recordPath(schema.controller, id, 'preview');
}

function elsewhere({ controller, defaultRedirect }: Omit<Destinations, 'contexts'>, id: string): string {
  return defaultRedirect === null ? listPath(controller) : filledPath(defaultRedirect, id);
}

/** The path to open when the record no longer exists, and so no screen of it. */
export function afterDelete(schema: Omit<Destinations, 'contexts'>): string {
  const { controller, defaultRedirect } = schema;
  return defaultRedirect?.includes(':id') === true ? listPath(controller) : elsewhere(schema, '');
}
