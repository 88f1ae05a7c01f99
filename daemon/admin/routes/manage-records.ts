import type { DeletedBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_IDS_BYTES, MAX_IGNORED_BYTES, MAX_RECORD_BYTES } from '../api/limits.js';
import { CONTROLLER_PATHS } from '../api/paths.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import {
  createCreateRecord,
  createDeleteRecords,
  createListRecords,
  createShowRecord,
  createUpdateRecord,
} from '../usecases/manage-records.js';
import type { AdminRequest, ControllerPlace } from './endpoint.js';
import { controllerEndpoint, readEndpoint } from './endpoint.js';
import { askingOf, idsBody, jsonBody, queryEntries, recordInPath } from './read-request.js';

/** GET /{vendor}/{plugin}/{controller} */
export function listEndpoint(place: ControllerPlace, schema: ListSchema, records: RecordStore) {
  const listRecords = createListRecords(schema, records);
  return readEndpoint(place, 'GET', '', 'list', 0, async (request: AdminRequest) => {
    const query = queryEntries(request.http);
    if (query instanceof AdminError) return query;
    const listed = await listRecords(query, askingOf(request));
    return listed instanceof AdminError ? listed : { data: listed.rows, meta: listed.meta };
  });
}

/** GET /{vendor}/{plugin}/{controller}/{id}; `?context=preview` selects the preview form. */
export function showEndpoint(place: ControllerPlace, form: FormSchema, records: RecordStore) {
  const showRecord = createShowRecord(form, records);
  return readEndpoint(place, 'GET', CONTROLLER_PATHS.record, 'show', 0, async (request) => {
    const query = queryEntries(request.http);
    if (query instanceof AdminError) return query;
    const preferred = contextOf(query);
    if (preferred instanceof AdminError) return preferred;
    const record = await showRecord(recordInPath(request.parameters), preferred, askingOf(request));
    return record instanceof AdminError ? record : { data: record };
  });
}

/** The form that a query asks for. A query that is not understood must not silently get another form (AD-68). */
function contextOf(query: QueryEntries): 'update' | 'preview' | AdminError {
  const [entry, another] = query;
  if (entry === undefined) return 'update';
  const [name, value] = entry;
  if (name !== 'context') return invalid(name, { rule: 'unknown' });
  if (another !== undefined) return invalid(another[0], { rule: another[0] === name ? 'repeated' : 'unknown' });
  return value === 'update' || value === 'preview' ? value : invalid(name, { rule: 'choice' });
}

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

/** PUT /{vendor}/{plugin}/{controller}/{id}: writes only the keys in the body. */
export function updateEndpoint(place: ControllerPlace, form: FormSchema, records: RecordStore) {
  const updateRecord = createUpdateRecord(form, records);
  return controllerEndpoint(place, 'PUT', CONTROLLER_PATHS.record, 'update', MAX_RECORD_BYTES, async (request) => {
    const body = jsonBody(request.http);
    if (body instanceof AdminError) return body;
    const record = await updateRecord(recordInPath(request.parameters), body, askingOf(request));
    return record instanceof AdminError ? record : { data: record };
  });
}

/** DELETE /{vendor}/{plugin}/{controller}/{id} */
export function deleteEndpoint(place: ControllerPlace, schema: ControllerSchema, records: RecordStore) {
  const deleteRecords = createDeleteRecords(schema, records);
  return controllerEndpoint(place, 'DELETE', CONTROLLER_PATHS.record, 'delete', MAX_IGNORED_BYTES, async (request) => {
    const refused = await deleteRecords([recordInPath(request.parameters)], 'form', askingOf(request));
    return refused ?? { data: null };
  });
}

/** POST /{vendor}/{plugin}/{controller}/bulk-delete: deletes all of them in one transaction, or none. */
export function bulkDeleteEndpoint(place: ControllerPlace, schema: ControllerSchema, records: RecordStore) {
  const deleteRecords = createDeleteRecords(schema, records);
  return controllerEndpoint(
    place,
    'POST',
    CONTROLLER_PATHS.bulkDelete,
    'bulk_delete',
    MAX_IDS_BYTES,
    async (request) => {
      const ids = idsBody(request.http);
      if (ids instanceof AdminError) return ids;
      const refused = await deleteRecords(ids, 'list', askingOf(request));
      const deleted: DeletedBody = { deleted: ids.length };
      return refused ?? { data: deleted };
    },
  );
}
