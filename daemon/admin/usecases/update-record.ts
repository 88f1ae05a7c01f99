import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { expectedVersion } from '../records/expected-version.js';
import { permittedFields, selectionOf, shownFields } from '../records/form-fields.js';
import { recordJson } from '../records/record-json.js';
import { parseWrite } from '../records/record-write.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/**
 * Writes what the body carries of the update form of this administrator. One call to the host: its form scope, its version
 * check and its hooks are in the same transaction as the write.
 */
export function createUpdateRecord(form: FormSchema, records: Pick<RecordStore, 'update'>) {
  return async (
    id: string,
    body: Readonly<Record<string, unknown>>,
    { caller, permissions, call }: Asking,
  ): Promise<object | AdminError> => {
    if (!permissions.meets(form.operations.update)) return new AdminError('forbidden');
    if (!isRecordId(id)) return new AdminError('not_found');
    const version = expectedVersion(body);
    if (version instanceof AdminError) return version;
    const fields = permittedFields(form.fields, 'update', permissions);
    const parsed = parseWrite(fields, body, { creating: false });
    if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
    const shown = shownFields(form, permissions);
    const outcome = await records.update(
      { caller, controller: form.controller, id },
      parsed.write,
      { ...version, selection: selectionOf(shown) },
      call,
    );
    if (outcome.outcome === 'written') return recordJson(shown, outcome.record);
    if (outcome.outcome === 'conflict') {
      return new AdminError('conflict', { current: recordJson(shown, outcome.current) });
    }
    return outcomeError(outcome, fields);
  };
}
