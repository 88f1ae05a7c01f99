import type { FieldProps, FieldValue } from '../field-props.js';

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
