import { AdminError } from '../../model/admin-error.js';
import type { FormSchema } from '../../model/schema/form-schema.js';
import type { RecordStore } from '../../ports/record-store.js';
import { createUpdateRecord } from '../../usecases/update-record.js';
import { askingOf } from '../asking-of.js';
import { jsonBody } from '../json-body.js';
import { MAX_RECORD_BYTES } from '../limits.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';
import { recordInPath } from './record-in-path.js';

/** PUT /{vendor}/{plugin}/{controller}/{id}: writes only the keys that the body carries. */
export function updateEndpoint(place: ControllerPlace, form: FormSchema, records: RecordStore) {
  const updateRecord = createUpdateRecord(form, records);
  return controllerEndpoint(place, 'PUT', '/:id', 'update', MAX_RECORD_BYTES, async (request) => {
    const body = jsonBody(request.http);
    if (body instanceof AdminError) return body;
    const record = await updateRecord(recordInPath(request.parameters), body, askingOf(request));
    return record instanceof AdminError ? record : { data: record };
  });
}
