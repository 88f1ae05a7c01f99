import type { OptionBody, OptionsMeta, SuccessBody } from '../../../admin/api/answers.js';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import { forColumn } from '../state/field-value.js';
import type { FormState } from '../state/form-state.js';

/**
 * What a renderer of a field type gets. Label, comments, errors and the required mark are drawn around it by FieldFrame
 * (except where its `frame` is `bare`); a renderer draws the control alone and names it with `id`, `labelId` and
 * `describedBy`. Whatever it hands to `onChange` is brought into the form that the field's column takes by the form's state
 * (state/field-value.ts): a number field may hand over its text, a choice its value as text, a blank one '' or null.
 */
export interface FieldProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  /** For the control; the label's `for` is this. */
  readonly id: string;
  /** For controls that a `for` cannot name (groups, editors): `aria-labelledby`. */
  readonly labelId: string;
  /** Ids of comments and errors, for `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  /** From the schema or a trigger. */
  readonly isDisabled: boolean;
  /** From the schema or the preview context: to be read and copied. Native checkboxes, which know no such thing: disabled. */
  readonly isReadOnly: boolean;
  readonly form: FormAccess;
}

/** What a field may know of the form that it is on. */
export interface FormAccess {
  /** What the form is called: what a question about one of its fields is about. */
  readonly title: string;
  readonly context: 'create' | 'update' | 'preview';
  /** "acme.blog.posts"; undefined on a settings screen, which has neither widgets, partials nor relations. */
  readonly controller: string | undefined;
  /** Undefined on the create form. */
  readonly recordId: string | undefined;
  /** What the form holds now, saved or not. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** What stands for the ids of relation fields, as last loaded or chosen. */
  readonly labels: Readonly<Record<string, unknown>>;
  /** For what writes to other fields than its own: the `fill` of a widget. */
  setValue(field: string, value: FieldValue): void;
  /** In the place of those that are shown: what the action of a widget refused. */
  showErrors(errors: Readonly<Record<string, readonly string[]>>): void;
  /** Choices of a field that come from the server: search, page, ids[], form[…]. */
  options(
    field: string,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<SuccessBody<readonly OptionBody[], OptionsMeta>>;
}

/** Asks for the choices of a field, wherever the form has them from. */
export type AskOptions = (
  field: string,
  query: URLSearchParams,
  signal: AbortSignal,
) => Promise<SuccessBody<readonly OptionBody[], OptionsMeta>>;

export interface FormOrigin extends Pick<FormAccess, 'title' | 'controller' | 'recordId'> {
  readonly askOptions: AskOptions;
}

/** What the fields of a form may know of it and do to it. */
export function formAccess(
  state: FormState,
  { title, controller, recordId, askOptions }: FormOrigin,
  changes: Pick<FormAccess, 'setValue' | 'showErrors'>,
): FormAccess {
  return {
    title,
    context: state.context,
    controller,
    recordId,
    values: columnValues(state),
    labels: state.labels,
    ...changes,
    options: askOptions,
  };
}

/**
 * Whether a field would find nothing new in the form: of the other fields it looks at those that it depends on, and at those
 * that it fills in. Typing into one field then draws that one again, and not the editors and lists around it.
 */
export function isSameForField({ dependsOn, fill = [] }: FieldView, before: FormAccess, after: FormAccess): boolean {
  return (
    before.context === after.context &&
    before.controller === after.controller &&
    before.recordId === after.recordId &&
    before.labels === after.labels &&
    [...dependsOn, ...fill].every((name) => Object.is(before.values[name], after.values[name]))
  );
}

/** What another field sees is what would be stored, and not what is half typed. */
function columnValues({ fields, values }: FormState): Values {
  return Object.fromEntries(fields.map((field) => [field.name, forColumn(field, values[field.name] ?? null)]));
}

/** What every native control has in common: its id, its descriptions, its state. */
export function controlProps({ field, id, describedBy, isInvalid, isRequired, isDisabled, isReadOnly }: FieldProps) {
  return {
    id,
    name: field.name,
    disabled: isDisabled,
    readOnly: isReadOnly,
    // Not `required`: the server says what is missing, in the administrator's language, and on all fields at once.
    'aria-required': isRequired,
    'aria-invalid': isInvalid,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    // A field without a label is still called something.
    ...((field.label === null || field.label === '') && { 'aria-label': field.placeholder ?? field.name }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
  };
}

/** A value as a text control shows it. */
export function textOf(value: FieldValue): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
