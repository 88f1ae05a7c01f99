import type { FieldRules, FieldView, FormField } from './form-schema.js';

/** A field of a form that a column of a file can fill; or the primary key, which only says which record a row is about. */
export interface ImportableField extends Pick<FormField, 'name' | 'binding'> {
  readonly rules: FieldRules;
  readonly view: Pick<FieldView, 'label' | 'default' | 'options'>;
}

/**
 * Whether a column of a file can fill the field: it has a value that the form writes. Never a password, which would be in
 * plain text in the file, and never bytes, codes of permissions or nested forms.
 */
export function isImportable(field: FormField): field is FormField & ImportableField {
  const { rules, binding, nested } = field;
  if (rules === undefined || rules.secret === true || rules.permissionCodes === true || nested !== undefined)
    return false;
  return binding.kind === 'relation' || (binding.kind === 'column' && binding.column.type !== 'bytes');
}
