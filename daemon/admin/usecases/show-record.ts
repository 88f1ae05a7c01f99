import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { permittedContexts, selectionOf, shownFields } from '../records/form-fields.js';
import { recordJson } from '../records/record-json.js';
import type { Asking } from './asking.js';

/** A record as the update and preview forms of this administrator show it, within the form scope. One call to the host. */
export function createShowRecord(form: FormSchema, records: Pick<RecordStore, 'get'>) {
  return async (id: string, { caller, permissions, call }: Asking): Promise<object | AdminError> => {
    if (!permittedContexts(form, permissions).some((context) => context !== 'create')) {
      return new AdminError('forbidden');
    }
    if (!isRecordId(id)) return new AdminError('not_found');
    const fields = shownFields(form, permissions);
    const target = { caller, controller: form.controller, id };
    const record = await records.get(target, selectionOf(fields), 'form', call);
    return 'outcome' in record ? new AdminError('not_found') : recordJson(fields, record);
  };
}
