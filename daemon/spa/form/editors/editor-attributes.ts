import type { FieldProps } from '../fields/field-props.js';

/**
 * Attributes of an element that takes text without being a form control, in which a `for` of the label has no effect.
 * FieldFrame's label focuses it by its id.
 */
export function editorAttributes(
  { field, id, labelId, isInvalid, isRequired }: FieldProps,
  describedBy: string | undefined,
): Readonly<Record<string, string>> {
  const hasLabel = field.label !== null && field.label !== '';
  return {
    id,
    ...(hasLabel ? { 'aria-labelledby': labelId } : { 'aria-label': field.placeholder ?? field.name }),
    ...(describedBy !== undefined && describedBy !== '' && { 'aria-describedby': describedBy }),
    'aria-invalid': String(isInvalid),
    'aria-required': String(isRequired),
  };
}
