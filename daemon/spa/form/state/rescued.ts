import type { FieldView, Values } from '../../api/views.js';
import { isWritable } from './field-value.js';
import type { FormState } from './form-state.js';
import { openForm } from './form-state.js';

/** The form of a record that no longer exists, until the create form of the same controller takes what was typed into it. */
let lost: { readonly controller: string; readonly state: FormState } | undefined;

/** Call it right before opening the create form. */
export function rescue(controller: string, state: FormState): void {
  lost = { controller, state };
}

/** The state that a create form starts with; undefined if nothing waits for it. */
export function rescuedFor(controller: string): FormState | undefined {
  return lost?.controller === controller ? lost.state : undefined;
}

/** Call it when a form is on the screen, so that a later one does not start with the same values. */
export function rescued(): void {
  lost = undefined;
}

/**
 * The create form with the values of a form whose record no longer exists: the fields that both have, and the administrator
 * may write. They count as unsaved changes.
 */
export function openRescued(fields: readonly FieldView[], from: FormState): FormState {
  const blank = openForm(fields, 'create', undefined);
  const had = new Set(from.fields.map(({ name }) => name).filter((name) => !from.withheld.has(name)));
  const taken = fields.filter((field) => isWritable(field) && had.has(field.name));
  const values: Values = Object.fromEntries(taken.map(({ name }) => [name, from.values[name] ?? null]));
  const following = new Set([...blank.following].filter((name) => !had.has(name)));
  return { ...blank, values: { ...blank.values, ...values }, following, labels: from.labels };
}
