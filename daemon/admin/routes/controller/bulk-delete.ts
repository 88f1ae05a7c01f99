import { AdminError } from '../../model/admin-error.js';
import type { DeletedBody } from '../../model/answers.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { RecordStore } from '../../ports/record-store.js';
import { createDeleteRecords } from '../../usecases/delete-records.js';
import { askingOf } from '../asking-of.js';
import { idsBody } from '../ids-body.js';
import { MAX_IDS_BYTES } from '../limits.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** POST /{vendor}/{plugin}/{controller}/bulk-delete: all of them in one transaction, or none. */
export function bulkDeleteEndpoint(place: ControllerPlace, schema: ControllerSchema, records: RecordStore) {
  const deleteRecords = createDeleteRecords(schema, records);
  return controllerEndpoint(place, 'POST', '/bulk-delete', 'bulk_delete', MAX_IDS_BYTES, async (request) => {
    const ids = idsBody(request.http);
    if (ids instanceof AdminError) return ids;
    const refused = await deleteRecords(ids, 'list', askingOf(request));
    const deleted: DeletedBody = { deleted: ids.length };
    return refused ?? { data: deleted };
  });
}
