import type { FormContext } from '../../../admin/model/schema/types.js';
import type { FieldView } from '../../api/views.js';
import type { FieldValue } from '../field-props.js';
import { forColumn, isBlank, isSameValue, type Values } from './field-value.js';
import { isWritable } from './form-fields.js';
import { initialValues, withheldFields, type FormRecord } from './initial-values.js';
import { followed, followers } from './presets.js';
import { emptied, triggerEffect } from './triggers.js';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A form that is being filled in. Every function here answers a new one. */
export interface FormState {
  readonly context: FormContext;
  /** Those of the context. */
  readonly fields: readonly FieldView[];
  /** What is stored, or what a new record starts with. */
  readonly stored: Values;
  readonly values: Values;
  /** The version that `stored` is of. */
  readonly version: string | undefined;
  /** What stands for the ids of relation fields. */
  readonly labels: Readonly<Record<string, unknown>>;
  readonly withheld: ReadonlySet<string>;
  /** Fields that still follow their preset. */
  readonly following: ReadonlySet<string>;
  readonly errors: FieldErrors;
}

export function openForm(
  fields: readonly FieldView[],
  context: FormContext,
  record: FormRecord | undefined,
): FormState {
  const stored = initialValues(fields, record);
  return {
    context,
    fields,
    stored,
    values: stored,
    version: record?._version,
    labels: labelsOf(record),
    withheld: withheldFields(fields, record),
    following: followers(fields, stored),
    errors: {},
  };
}

/** Somebody, or a widget, has put a value into a field. */
export function withValue(state: FormState, name: string, value: FieldValue): FormState {
  const { fields, values } = state;
  if (Object.is(values[name], value)) return state;
  const following = new Set([...state.following].filter((one) => one !== name));
  const typed = followed(fields, following, { ...values, [name]: value }, name);
  const next = emptied(fields, values, typed);
  // What was said about a value is not said about the next one.
  const errors = Object.entries(state.errors).filter(([one]) => Object.is(values[one], next[one]));
  return { ...state, following, errors: Object.fromEntries(errors), values: next };
}

export function withErrors(state: FormState, errors: FieldErrors): FormState {
  return { ...state, errors };
}

/** Names of the fields that would be saved with another value than the stored one. */
export function changedFields(state: FormState): readonly string[] {
  const { stored, values } = state;
  return sendable(state)
    .filter((field) => !isSameValue(field, stored[field.name] ?? null, values[field.name] ?? null))
    .map(({ name }) => name);
}

export function isDirty(state: FormState): boolean {
  return changedFields(state).length > 0;
}

/**
 * The body of the request that saves: of a record that is there the changed keys and the version they were changed from; of
 * a new one every field, except what has been blank all along: for that the database knows a default, or null.
 */
export function bodyOf(state: FormState): Readonly<Record<string, FieldValue>> {
  const { context, stored, values, version } = state;
  const changed = new Set(changedFields(state));
  const sent = sendable(state).filter((field) => changed.has(field.name) || (context === 'create' && isSent(field)));
  const body = Object.fromEntries(sent.map((field) => [field.name, forColumn(field, values[field.name] ?? null)]));
  return context === 'create' || version === undefined ? body : { ...body, _version: version };

  function isSent(field: FieldView): boolean {
    // A text that takes no null has no other blank than the empty text.
    return !isBlank(stored[field.name] ?? null) || forColumn(field, null) !== null;
  }
}

/**
 * The record has been stored or loaded again meanwhile: what was typed since `base` stays, everything else is the record's.
 * @param base what the form held when the record was asked for, or sent
 */
export function rebased(state: FormState, record: FormRecord, base: Values): FormState {
  const opened = openForm(state.fields, state.context, record);
  const typed = state.fields.filter(
    (field) => !isSameValue(field, base[field.name] ?? null, state.values[field.name] ?? null),
  );
  const kept = Object.fromEntries(typed.map(({ name }) => [name, state.values[name] ?? null]));
  const following = new Set([...opened.following].filter((name) => state.following.has(name)));
  return { ...opened, following, values: { ...opened.values, ...kept } };
}

/** A blank password is none: it keeps what is stored. */
function sendable(state: FormState): readonly FieldView[] {
  return state.fields.filter((field) => {
    if (!isWritable(field) || state.withheld.has(field.name)) return false;
    if (field.type === 'password' && isBlank(state.values[field.name] ?? null)) return false;
    return !triggerEffect(field, state.values).isDisabled;
  });
}

export function labelsOf(record: FormRecord | undefined): FormState['labels'] {
  const labels = record?.['_labels'];
  return typeof labels === 'object' && labels !== null ? Object.fromEntries(Object.entries(labels)) : {};
}
