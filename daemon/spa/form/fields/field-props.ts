import type { OptionBody, OptionsMeta, SuccessBody } from '../../../admin/api/answers.js';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import { forColumn } from '../state/field-value.js';
import type { FieldErrors, FormState } from '../state/form-state.js';

/**
 * Props of every field renderer. FieldFrame draws the label, comments, errors and required mark (unless the `frame` is
 * `bare`). The renderer draws only the control and names it with `id`, `labelId` and `describedBy`. The form's state
 * converts the value passed to `onChange` to the type of the column (state/field-value.ts): a number field may pass text, a
 * choice may pass its value as text, and a blank field may pass '' or null.
 */
export interface FieldProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  /** Id of the control. The label's `for` refers to it. */
  readonly id: string;
  /** For controls that a `for` cannot name (groups, editors): `aria-labelledby`. */
  readonly labelId: string;
  /** Ids of comments and errors, for `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  /** The place of the field in the form: its name, or "lines.2.price" inside of another field. */
  readonly path: string;
  /** For a nested form or a repeater: the errors inside, by path. */
  readonly nestedErrors: FieldErrors;
  readonly isRequired: boolean;
  /** From the schema or a trigger. */
  readonly isDisabled: boolean;
  /**
   * From the schema or the preview context: the value can be read and copied. Native checkboxes do not support this and are
   * disabled.
   */
  readonly isReadOnly: boolean;
  readonly form: FormAccess;
}

/** The parts of the form that a field may use. */
export interface FormAccess {
  /** The form's title, used in questions about its fields. */
  readonly title: string;
  readonly context: 'create' | 'update' | 'preview';
  /** "acme.blog.posts"; undefined on a settings screen, which has no widgets, partials or relations. */
  readonly controller: string | undefined;
  /** Undefined on the create form. */
  readonly recordId: string | undefined;
  /** The current values of the form, saved or not. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Labels for the ids of relation fields, as last loaded or chosen. */
  readonly labels: Readonly<Record<string, unknown>>;
  /** Sets another field: used by the `fill` of a widget. */
  setValue(field: string, value: FieldValue): void;
  /** Replaces the errors on display, for example with those of a widget action. */
  showErrors(errors: Readonly<Record<string, readonly string[]>>): void;
  /** Loads a field's choices from the server: search, page, ids[], form[…]. */
  options(
    field: string,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<SuccessBody<readonly OptionBody[], OptionsMeta>>;
}

/** Requests the choices of a field from the endpoint that fits the form. */
export type AskOptions = (
  field: string,
  query: URLSearchParams,
  signal: AbortSignal,
) => Promise<SuccessBody<readonly OptionBody[], OptionsMeta>>;

export interface FormOrigin extends Pick<FormAccess, 'title' | 'controller' | 'recordId'> {
  readonly askOptions: AskOptions;
}

/** Builds the access that fields have to their form. */
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
 * Whether the form has not changed as far as this field is concerned. Of the other fields, it only reads those that it
 * depends on and those that it fills. Typing into one field therefore renders that field again, and not the editors and
 * lists around it.
 */
export function isSameForField(field: FieldView, before: FormAccess, after: FormAccess): boolean {
  return (
    before.context === after.context &&
    before.controller === after.controller &&
    before.recordId === after.recordId &&
    before.labels === after.labels &&
    // Of the same record: those of the one before change nothing any more.
    before.setValue === after.setValue &&
    [...field.dependsOn, ...(field.fill ?? []), ...namedInside(field)].every((name) =>
      Object.is(before.values[name], after.values[name]),
    )
  );
}

/** Fields of this form that those inside of a nested form or a repeater name as ^name. */
function namedInside({ nested }: FieldView): readonly string[] {
  const inside = nested?.forms.flatMap(({ fields }) => fields) ?? [];
  return inside.flatMap(({ trigger }) => (trigger?.field.startsWith('^') === true ? [trigger.field.slice(1)] : []));
}

/** Other fields see values as the form would store them, not half-typed text. */
function columnValues({ fields, values }: FormState): Values {
  return Object.fromEntries(fields.map((field) => [field.name, forColumn(field, values[field.name] ?? null)]));
}

/** Properties shared by all native controls: id, descriptions, state. */
export function controlProps({ field, id, describedBy, isInvalid, isRequired, isDisabled, isReadOnly }: FieldProps) {
  return {
    id,
    name: field.name,
    disabled: isDisabled,
    readOnly: isReadOnly,
    // Not `required`: the server reports missing values in the administrator's language and for all fields together.
    'aria-required': isRequired,
    'aria-invalid': isInvalid,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    // A field without a label still needs an accessible name.
    ...((field.label === null || field.label === '') && { 'aria-label': field.placeholder ?? field.name }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
  };
}

/** The text of a value in a text control. */
export function textOf(value: FieldValue): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
