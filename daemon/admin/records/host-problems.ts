import { AdminError } from '../model/admin-error.js';
import type { FieldError } from '../model/record.js';
import type { FormField } from '../model/schema/form-schema.js';
import type { PermittedForm } from '../schema/permitted/form.js';

/**
 * What the host did not accept, on the fields of the form. Something that is wrong with a column which no field of this form
 * shows is told as a message: there is no field to put it on.
 */
export function hostRefusal(form: PermittedForm | undefined, errors: readonly FieldError[]): AdminError {
  const fields = [...(form?.fields.values() ?? [])].map((selected) => selected.field);
  const onFields: Record<string, readonly string[]> = {};
  const elsewhere: string[] = [];
  for (const { field, messages } of errors) {
    const shown = fields.find(({ binding }) => boundNames(binding).includes(field));
    if (shown === undefined) elsewhere.push(...messages);
    else onFields[shown.name] = [...(onFields[shown.name] ?? []), ...messages];
  }
  const message = elsewhere.length > 0 && { message: elsewhere.join(' ') };
  return new AdminError('validation_failed', { fields: onFields, ...message });
}

/** A host may name a relation, or the foreign key that the relation is kept in. */
function boundNames(binding: FormField['binding']): readonly string[] {
  if (binding.kind === 'column') return [binding.column.name];
  if (binding.kind !== 'relation') return [];
  const { relation } = binding;
  return relation.kind === 'belongsTo' ? [relation.name, relation.foreignKey] : [relation.name];
}
