import type { RecordBody } from '../model/answers.js';
import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { expectedVersion } from '../records/expected-version.js';
import { recordJson } from '../records/record-json.js';
import { parseWrite } from '../records/record-write.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/**
 * Writes what the body carries of the update form of this administrator. One call to the host: its form scope, its version
 * check and its hooks are in the same transaction as the write.
 */
export function createUpdateRecord(schema: FormSchema, records: Pick<RecordStore, 'update'>) {
  return async (
    id: string,
    body: Readonly<Record<string, unknown>>,
    { caller, permissions, call }: Asking,
  ): Promise<RecordBody | AdminError> => {
    const form = permittedForms.get(schema, permissions).update;
    if (form === null) return new AdminError('forbidden');
    if (!isRecordId(id)) return new AdminError('not_found');
    const version = expectedVersion(body);
    if (version instanceof AdminError) return version;
    const parsed = parseWrite(form, body, { creating: false });
    if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
    const outcome = await records.update(
      { caller, controller: schema.controller, id },
      parsed.write,
      { ...version, selection: form.selection },
      call,
    );
    if (outcome.outcome === 'written') return recordJson(form, outcome.record);
    if (outcome.outcome === 'conflict') {
      return new AdminError('conflict', { current: recordJson(form, outcome.current) });
    }
    return outcomeError(outcome, form);
  };
}
