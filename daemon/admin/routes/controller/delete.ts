import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { RecordStore } from '../../ports/record-store.js';
import { createDeleteRecords } from '../../usecases/delete-records.js';
import { askingOf } from '../asking-of.js';
import { MAX_IGNORED_BYTES } from '../limits.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';
import { recordInPath } from './record-in-path.js';

/** DELETE /{vendor}/{plugin}/{controller}/{id} */
export function deleteEndpoint(place: ControllerPlace, schema: ControllerSchema, records: RecordStore) {
  const deleteRecords = createDeleteRecords(schema, records);
  return controllerEndpoint(place, 'DELETE', '/:id', 'delete', MAX_IGNORED_BYTES, async (request) => {
    const refused = await deleteRecords([recordInPath(request.parameters)], 'form', askingOf(request));
    return refused ?? { data: null };
  });
}
