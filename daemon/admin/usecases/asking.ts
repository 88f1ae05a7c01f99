import { AnswerTooLong } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import { AdminError, invalid } from '../api/errors.js';
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

/** A list that is too long to be sent may be read in shorter pages. */
export const PAGE_TOO_LONG = invalid('per_page', { rule: 'page_bytes' });
/** A record that is too long to be sent back was not written. */
export const RECORD_TOO_LONG = new AdminError('payload_too_large');

/** The result of a call of the host, or `refusal` where its answer is too long to be sent. */
export async function unlessTooLong<T>(called: Promise<T>, refusal: AdminError): Promise<T | AdminError> {
  try {
    return await called;
  } catch (error) {
    if (error instanceof AnswerTooLong) return refusal;
    throw error;
  }
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

/** Converts the reason for which the host did not change an account or a view into an error of the API. */
export function refusalError(reason: 'unknown' | 'stale' | 'forbidden'): AdminError {
  const codes = { unknown: 'not_found', stale: 'conflict', forbidden: 'forbidden' } as const;
  return new AdminError(codes[reason]);
}
