import { AdminError } from '../../model/admin-error.js';
import type { FormSchema } from '../../model/schema/form-schema.js';
import type { RecordStore } from '../../ports/record-store.js';
import { createCreateRecord } from '../../usecases/create-record.js';
import { askingOf } from '../asking-of.js';
import { jsonBody } from '../json-body.js';
import { MAX_RECORD_BYTES } from '../limits.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** POST /{vendor}/{plugin}/{controller} */
export function createEndpoint(place: ControllerPlace, form: FormSchema, records: RecordStore) {
  const createRecord = createCreateRecord(form, records);
  return controllerEndpoint(place, 'POST', '', 'create', MAX_RECORD_BYTES, async (request) => {
    const body = jsonBody(request.http);
    if (body instanceof AdminError) return body;
    const record = await createRecord(body, askingOf(request));
    return record instanceof AdminError ? record : { status: 201, data: record };
  });
}
