import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { QueryScope, RecordStore } from '../ports/record-store.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/** Deletes records, all of them or none. What the caller sees in a list is of the list scope, a single one of the form's. */
export function createDeleteRecords({ controller, form }: ControllerSchema, records: Pick<RecordStore, 'delete'>) {
  return async (
    ids: readonly string[],
    scope: QueryScope,
    { caller, permissions, call }: Asking,
  ): Promise<undefined | AdminError> => {
    if (form !== undefined && !permittedForms.get(form, permissions).mayDelete) return new AdminError('forbidden');
    if (!ids.every(isRecordId)) return new AdminError('not_found');
    const outcome = await records.delete({ caller, controller: controller.id }, ids, scope, call);
    return outcome.outcome === 'deleted' ? undefined : outcomeError(outcome);
  };
}
