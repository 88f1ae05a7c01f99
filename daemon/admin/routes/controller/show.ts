import { AdminError } from '../../model/admin-error.js';
import type { FormSchema } from '../../model/schema/form-schema.js';
import type { RecordStore } from '../../ports/record-store.js';
import { createShowRecord } from '../../usecases/show-record.js';
import { askingOf } from '../asking-of.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';
import { recordInPath } from './record-in-path.js';

/** GET /{vendor}/{plugin}/{controller}/{id}; with `?context=preview` as the preview form shows it. */
export function showEndpoint(place: ControllerPlace, form: FormSchema, records: RecordStore) {
  const showRecord = createShowRecord(form, records);
  return controllerEndpoint(place, 'GET', '/:id', 'show', 0, async (request) => {
    const preferred = request.http.query === 'context=preview' ? 'preview' : 'update';
    const record = await showRecord(recordInPath(request.parameters), preferred, askingOf(request));
    return record instanceof AdminError ? record : { data: record };
  });
}
