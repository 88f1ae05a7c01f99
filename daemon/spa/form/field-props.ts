import type { OptionBody, OptionsMeta, SuccessBody } from '../../admin/model/answers.js';
import type { FieldView } from '../api/views.js';

/** A field's value as the API has it. */
export type FieldValue = string | number | boolean | null | readonly (string | number | boolean)[];

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
