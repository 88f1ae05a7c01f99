import type { OptionBody, OptionsMeta, SuccessBody } from '../../admin/model/answers.js';
import type { FieldView } from '../api/views.js';
import type { FormAccess } from './field-props.js';
import { forColumn, type Values } from './state/field-value.js';
import type { FormState } from './state/form-state.js';

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
