import type { CallContext } from '../../core/runtime.js';
import { AdminError } from '../api/errors.js';
import type { PermissionSet } from '../auth/permission-set.js';
import type { Caller } from '../model/administrator.js';
import type { FieldError } from '../model/record.js';
import type { FormField } from '../model/schema/form-schema.js';
import type { Invalid, NotFound, Refused } from '../ports/record-store.js';
import type { PermittedForm } from '../schema/permitted/form.js';

/** The caller of a use case: already authenticated, and permitted to use the controller. */
export interface Asking {
  readonly caller: Caller;
  readonly permissions: PermissionSet;
  readonly call: CallContext;
}

/**
 * Maps the host's field errors to fields of the form. An error about a column that no field of this form shows becomes the
 * message instead.
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

/** The names that a host may use for a field: the column, or the relation or its foreign key. */
function boundNames(binding: FormField['binding']): readonly string[] {
  if (binding.kind === 'column') return [binding.column.name];
  if (binding.kind !== 'relation') return [];
  const { relation } = binding;
  return relation.kind === 'belongsTo' ? [relation.name, relation.foreignKey] : [relation.name];
}

/** Converts an outcome in which the host did nothing into an error of the API. */
export function outcomeError(outcome: NotFound | Invalid | Refused, form?: PermittedForm): AdminError {
  switch (outcome.outcome) {
    case 'notFound':
      return new AdminError('not_found');
    case 'invalid':
      return hostRefusal(form, outcome.errors);
    case 'refused':
      return new AdminError('validation_failed', { message: outcome.message });
  }
}
