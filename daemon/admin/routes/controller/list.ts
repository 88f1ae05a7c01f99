import { AdminError } from '../../model/admin-error.js';
import type { ListSchema } from '../../model/schema/list-schema.js';
import type { RecordStore } from '../../ports/record-store.js';
import { createListRecords } from '../../usecases/list-records.js';
import { askingOf } from '../asking-of.js';
import type { AdminRequest } from '../endpoint.js';
import { queryEntries } from '../query-entries.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** GET /{vendor}/{plugin}/{controller} */
export function listEndpoint(place: ControllerPlace, schema: ListSchema, records: RecordStore) {
  const listRecords = createListRecords(schema, records);
  return controllerEndpoint(place, 'GET', '', 'list', 0, async (request: AdminRequest) => {
    const query = queryEntries(request.http);
    if (query instanceof AdminError) return query;
    const listed = await listRecords(query, askingOf(request));
    return listed instanceof AdminError ? listed : { data: listed.rows, meta: listed.meta };
  });
}
