import type { RecordBody } from '../model/answers.js';
import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { recordJson } from '../records/record-json.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';

/** A record as this administrator's form shows it, within the form scope. One call to the host. */
export function createShowRecord(schema: FormSchema, records: Pick<RecordStore, 'get'>) {
  /** @param preferred the form that it is wanted for; the other one where this administrator has only that */
  return async (
    id: string,
    preferred: 'update' | 'preview',
    { caller, permissions, call }: Asking,
  ): Promise<RecordBody | AdminError> => {
    const forms = permittedForms.get(schema, permissions);
    const form = forms[preferred] ?? forms.update ?? forms.preview;
    if (form === null) return new AdminError('forbidden');
    if (!isRecordId(id)) return new AdminError('not_found');
    const record = await records.get({ caller, controller: schema.controller, id }, form.selection, 'form', call);
    return 'outcome' in record ? new AdminError('not_found') : recordJson(form, record);
  };
}
