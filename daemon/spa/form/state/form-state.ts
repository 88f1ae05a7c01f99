import type { FieldValue, Values, FieldView } from '../../api/views.js';
import type { FormContext } from '../../../admin/model/schema/types.js';
import { rebasedItems } from './nested-rebase.js';
import { valueAt } from './nested-text.js';
import {
  forBody,
  forColumn,
  isBlank,
  isSameValue,
  isWritable,
  initialValues,
  UNFINISHED,
  withheldFields,
  type FormRecord,
} from './field-value.js';
import { followed, followers } from './presets.js';
import { emptied, triggerEffect } from './triggers.js';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The state of a form being filled in. Every function here returns a new state. */
export interface FormState {
  readonly context: FormContext;
  /** The fields of the context. */
  readonly fields: readonly FieldView[];
  /** The name of the stored record; undefined for a new one, and if it has none. */
  readonly title: string | undefined;
  /** The stored values, or the initial values of a new record. */
  readonly stored: Values;
  readonly values: Values;
  /** The version of `stored`. */
  readonly version: string | undefined;
  /** The values come from a draft of an older version, so it is unknown which fields others have changed since. */
  readonly isOutdated: boolean;
  /** Labels for the ids of relation fields. */
  readonly labels: Readonly<Record<string, unknown>>;
  readonly withheld: ReadonlySet<string>;
  /** Raw texts of stored values that do not fit their columns, by field. Such a field starts blank. */
  readonly invalid: Readonly<Record<string, string>>;
  /** In a copy: the fields that have a value of the copied record. All of them are sent, also those that are blank there. */
  readonly copied: ReadonlySet<string>;
  /** Fields that still follow their preset. */
  readonly following: ReadonlySet<string>;
  readonly errors: FieldErrors;
}

const NOTHING_COPIED: ReadonlySet<string> = new Set();

export function openForm(
  fields: readonly FieldView[],
  context: FormContext,
  record: FormRecord | undefined,
): FormState {
  const stored = initialValues(fields, record);
  return {
    context,
    fields,
    title: titleOf(record),
    stored,
    values: stored,
    version: record?._version,
    isOutdated: false,
    labels: labelsOf(record),
    withheld: withheldFields(fields, record),
    invalid: record?._invalid ?? {},
    copied: NOTHING_COPIED,
    following: followers(fields, stored),
    errors: {},
  };
}

/** Sets a field's value, on behalf of the user or a widget. */
export function withValue(state: FormState, name: string, value: FieldValue): FormState {
  const { fields, values } = state;
  if (Object.is(values[name], value)) return state;
  const following = new Set([...state.following].filter((one) => one !== name));
  const typed = followed(fields, following, { ...values, [name]: value }, name);
  const next = emptied(fields, values, typed);
  // An error belongs to the old value, so remove it.
  const errors = Object.entries(state.errors).filter(([one]) => isUnchanged(one, values, next));
  return { ...state, following, errors: Object.fromEntries(errors), values: next };
}

/** @param path the name of a field, or the path of a value inside of it: "lines.2.price" */
function isUnchanged(path: string, before: Values, after: Values): boolean {
  const [name = '', ...rest] = path.split('.');
  const [one, other] = [before[name] ?? null, after[name] ?? null];
  if (Object.is(one, other)) return true;
  return rest.length > 0 && JSON.stringify(valueAt(one, rest)) === JSON.stringify(valueAt(other, rest));
}

export function withErrors(state: FormState, errors: FieldErrors): FormState {
  return { ...state, errors };
}

/** Names of the fields whose values differ from the stored ones. */
export function changedFields(state: FormState): readonly string[] {
  return sendable(state)
    .filter((field) => isTyped(field, state, state.stored[field.name] ?? null))
    .map(({ name }) => name);
}

/**
 * Whether a field differs from before. A field whose stored value does not fit starts blank, and emptying it counts as a
 * change.
 */
function isTyped(field: FieldView, { values, invalid }: FormState, before: FieldValue): boolean {
  const after = values[field.name] ?? null;
  return invalid[field.name] === undefined ? !isSameValue(field, before, after) : !Object.is(before, after);
}

export function isDirty(state: FormState): boolean {
  return changedFields(state).length > 0;
}

/** The unsaved values that may be kept in the browser: never a password. Undefined if there are none. */
export function draftOf(state: FormState): { readonly values: Values; readonly version?: string } | undefined {
  const { fields, values, version } = state;
  const kept = changedFields(state).filter((name) => {
    const field = fields.find((one) => one.name === name);
    return isKept(field) && !(UNFINISHED_TYPES.has(field?.type) && values[name] === UNFINISHED);
  });
  if (kept.length === 0) return undefined;
  return {
    values: Object.fromEntries(kept.map((name) => [name, values[name] ?? null])),
    ...(version !== undefined && { version }),
  };
}

/**
 * Enters a draft into the form. If the record has changed since, the form keeps the draft's version, so that saving reports
 * a conflict as it would have without the interruption.
 */
export function withDraft(state: FormState, draft: Values, version: string | undefined): FormState {
  const names = Object.keys(draft).filter((name) => isKept(state.fields.find((field) => field.name === name)));
  const restored = names.reduce((next, name) => withValue(next, name, draft[name] ?? null), state);
  if (state.context === 'create' || version === undefined) return restored;
  return { ...restored, version, isOutdated: version !== state.version };
}

/** Controls that hold more than their value, which is UNFINISHED until it is complete. */
const UNFINISHED_TYPES: ReadonlySet<FieldView['type'] | undefined> = new Set(['number', 'datepicker']);

function isKept(field: FieldView | undefined): boolean {
  return field !== undefined && field.type !== 'password' && isWritable(field);
}

/**
 * The body of the request that saves. For an existing record: the changed fields and the version that they are based on.
 * For a new record: every field except those that have always been blank, for which the database has a default or null.
 */
export function bodyOf(state: FormState): Readonly<Record<string, unknown>> {
  const { context, stored, values, version } = state;
  const changed = new Set(changedFields(state));
  const sent = sendable(state).filter((field) => changed.has(field.name) || (context === 'create' && isSent(field)));
  const body = Object.fromEntries(sent.map((field) => [field.name, forBody(field, values[field.name] ?? null)]));
  return context === 'create' || version === undefined ? body : { ...body, _version: version };

  function isSent(field: FieldView): boolean {
    // A text column that is not nullable has no blank other than the empty text.
    return state.copied.has(field.name) || !isBlank(stored[field.name] ?? null) || forColumn(field, null) !== null;
  }
}

/**
 * Updates a form whose record has been stored or reloaded. Values typed since `base` stay; all others come from the record.
 * @param base the values of the form when the record was requested or sent
 */
export function rebased(state: FormState, record: FormRecord, base: Values): FormState {
  const opened = openForm(state.fields, state.context, record);
  const typed = state.fields.filter((field) => isTyped(field, state, base[field.name] ?? null));
  const kept = Object.fromEntries(
    typed.map(({ name, nested }) => {
      const mine = state.values[name] ?? null;
      if (nested === undefined) return [name, mine];
      return [name, rebasedItems(nested, mine, base[name] ?? null, opened.values[name] ?? null)];
    }),
  );
  const following = new Set([...opened.following].filter((name) => state.following.has(name)));
  return { ...opened, following, values: { ...opened.values, ...kept } };
}

/** Skips a blank password: it keeps the stored one. */
function sendable(state: FormState): readonly FieldView[] {
  return state.fields.filter((field) => {
    if (!isWritable(field) || state.withheld.has(field.name)) return false;
    if (field.type === 'password' && isBlank(state.values[field.name] ?? null)) return false;
    return !triggerEffect(field, state.values).isDisabled;
  });
}

function titleOf(record: FormRecord | undefined): string | undefined {
  const title = record?.['_title'];
  return typeof title === 'string' ? title : undefined;
}

export function labelsOf(record: FormRecord | undefined): FormState['labels'] {
  const labels = record?.['_labels'];
  return typeof labels === 'object' && labels !== null ? Object.fromEntries(Object.entries(labels)) : {};
}
