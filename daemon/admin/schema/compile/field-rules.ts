import type { Column } from '../../model/column.js';
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
export function fieldRules(
  { name, value }: NamedField,
  binding: FieldBinding,
  columns: readonly Column[],
): FieldRules | undefined {
  const off = [value.disabled, value.readOnly, value.hidden].some((flag) => flag?.value === true);
  if (off || name.startsWith('_') || isProtected(binding, columns)) return undefined;
  const required = value.required?.value ?? false;
  if (binding.kind === 'relation') return { required: required || !mayBeEmpty(binding, columns) };
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
export function isProtected(binding: FieldBinding, columns: readonly Column[]): boolean {
  if (binding.kind === 'column') return binding.column.protected;
  return keyOf(binding, columns)?.protected ?? false;
}

/** A record that the database cannot hold without the relation needs it, whether the YAML says so or not. */
function mayBeEmpty(binding: FieldBinding, columns: readonly Column[]): boolean {
  return keyOf(binding, columns)?.nullable ?? true;
}

/** The column of this model that holds what a belongsTo relation leads to. */
function keyOf(binding: FieldBinding, columns: readonly Column[]): Column | undefined {
  if (binding.kind !== 'relation' || binding.relation.kind !== 'belongsTo') return undefined;
  const { foreignKey } = binding.relation;
  return columns.find((column) => column.name === foreignKey);
}
