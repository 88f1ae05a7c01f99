import type { FieldRules } from '../../model/schema/field-rules.js';
import type { FieldBinding } from '../../model/schema/form-schema.js';
import type { FieldType } from '../../model/schema/types.js';
import type { NamedField } from '../keys/fields.js';

/** What a field of this type demands of its value, whatever its column. */
const BY_TYPE: Partial<Readonly<Record<FieldType, Partial<FieldRules>>>> = {
  email: { email: true },
  colorpicker: { colour: true },
  checkbox: { flag: true },
  switch: { flag: true },
  password: { secret: true },
};

/**
 * The rules of a field that may be written; undefined for one that may not: shown only, switched off by its declaration, or
 * bound to a column that the host protects. What has no rules is never in what is sent to the host.
 */
export function fieldRules({ name, value }: NamedField, binding: FieldBinding): FieldRules | undefined {
  const off = [value.disabled, value.readOnly, value.hidden].some((flag) => flag?.value === true);
  if (off || name.startsWith('_') || isProtected(binding)) return undefined;
  const required = value.required?.value ?? false;
  // A record that the database cannot hold without the relation needs it, whether the YAML says so or not.
  if (binding.kind === 'relation') return { required: required || binding.key?.nullable === false };
  if (binding.kind !== 'column') return undefined;
  const { min, max, step, minDate, maxDate, type } = value;
  return {
    required,
    ...BY_TYPE[type.value],
    ...(min !== undefined && { min: min.value }),
    ...(max !== undefined && { max: max.value }),
    ...(step !== undefined && { step: step.value }),
    ...(minDate !== undefined && { minDate: minDate.value }),
    ...(maxDate !== undefined && { maxDate: maxDate.value }),
    ...(binding.choices?.kind === 'listed' && { choices: binding.choices.values }),
    ...(binding.choices?.kind === 'provider' && { optionProvider: binding.choices.provider }),
  };
}

/** A field whose column the host never lets a form write, although nothing in the YAML says so. */
export function isProtected(binding: FieldBinding): boolean {
  if (binding.kind === 'column') return binding.column.protected;
  return binding.kind === 'relation' && binding.key?.protected === true;
}
