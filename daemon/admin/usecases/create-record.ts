import { AdminError } from '../model/admin-error.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { permittedFields, selectionOf, shownFields } from '../records/form-fields.js';
import { recordJson } from '../records/record-json.js';
import { parseWrite } from '../records/record-write.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/** Creates a record from the create form of this administrator. One call to the host, one transaction with its hooks. */
export function createCreateRecord(form: FormSchema, records: Pick<RecordStore, 'create'>) {
  return async (
    body: Readonly<Record<string, unknown>>,
    { caller, permissions, call }: Asking,
  ): Promise<object | AdminError> => {
    if (!permissions.meets(form.operations.create)) return new AdminError('forbidden');
    const fields = permittedFields(form.fields, 'create', permissions);
    const parsed = parseWrite(fields, body, { creating: true });
    if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
    const shown = shownFields(form, permissions);
    const target = { caller, controller: form.controller };
    const outcome = await records.create(target, parsed.write, selectionOf(shown), call);
    return outcome.outcome === 'written' ? recordJson(shown, outcome.record) : outcomeError(outcome, fields);
  };
}
