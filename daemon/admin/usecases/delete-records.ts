import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { QueryScope, RecordStore } from '../ports/record-store.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/**
 * Deletes records, all of them or none. Whoever has the controller's permissions and meets `modelDelete` of its form may.
 * A controller without a form has nowhere to say `modelDelete`: its records may be deleted where its list has the button.
 */
export function createDeleteRecords(
  { controller, form, list }: ControllerSchema,
  records: Pick<RecordStore, 'delete'>,
) {
  const isOffered = list?.toolbar.some(({ name }) => name === 'delete') ?? false;
  const mayDelete = ({ permissions }: Asking): boolean =>
    form === undefined ? isOffered : permittedForms.get(form, permissions).mayDelete;

  return async (ids: readonly string[], scope: QueryScope, asking: Asking): Promise<undefined | AdminError> => {
    const { caller, call } = asking;
    if (!mayDelete(asking)) return new AdminError('forbidden');
    if (!ids.every(isRecordId)) return new AdminError('not_found');
    const outcome = await records.delete({ caller, controller: controller.id }, ids, scope, call);
    return outcome.outcome === 'deleted' ? undefined : outcomeError(outcome);
  };
}
