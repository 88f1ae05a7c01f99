import type { FieldProps } from '../field-props.js';

/** What all pickers have in common. */
export function pickerProps({ id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly }: FieldProps) {
  return {
    id,
    'aria-labelledby': labelId,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    isInvalid,
    isRequired,
    isDisabled,
    isReadOnly,
    shouldForceLeadingZeros: true,
    // The server says what is wrong; a browser's own bubble would say it in another language.
    validationBehavior: 'aria' as const,
  };
}
