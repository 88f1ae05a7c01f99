import type { Logger } from '../../core/runtime.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_IDS_BYTES } from '../api/limits.js';
import { CONTROLLER_PATHS, isRecordId } from '../api/paths.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { Request } from '../../http/request.js';
import type { Bulk } from '../ports/bulk.js';
import type { AskedRecords } from '../usecases/bulk-records.js';
import { createExportRecords, createRunOnRecords } from '../usecases/bulk-records.js';
import type { AdminRequest, ControllerPlace, GuardedEndpoint } from './endpoint.js';
import { controllerEndpoint, readEndpoint } from './endpoint.js';
import { askingOf, idsBody, jsonBody, queryEntries } from './read-request.js';

/** GET …/export/records and POST …/bulk/{action}. Both leave a line in the log: who, which list, how many. */
export function bulkEndpoints(
  place: ControllerPlace,
  schema: ControllerSchema,
  bulk: Bulk,
  logger: Logger,
): GuardedEndpoint[] {
  const { list, controller } = schema;
  if (list === undefined) return [];
  const exportRecords = createExportRecords(list, bulk);
  const runOnRecords = createRunOnRecords(schema, bulk);
  const facts = ({ administrator, call }: AdminRequest) => ({
    administrator: administrator.id,
    controller: controller.id,
    requestId: call.requestId,
  });

  const exporting = readEndpoint(place, 'GET', CONTROLLER_PATHS.exportRecords, 'export', 0, async (request) => {
    const query = queryEntries(request.http);
    if (query instanceof AdminError) return query;
    const exported = await exportRecords(query, askingOf(request));
    if (exported instanceof AdminError) return exported;
    const { rows, hasMore } = exported;
    const isFirst = !query.some(([name, value]) => name === 'after' && value !== '');
    if (isFirst) logger.info({ ...facts(request), records: rows.length }, 'an administrator starts an export');
    if (!hasMore)
      logger.info({ ...facts(request), last: rows.at(-1)?.id ?? '' }, 'an administrator completes an export');
    return { data: rows, meta: { has_more: hasMore } };
  });

  const acting = controllerEndpoint(
    place,
    'POST',
    CONTROLLER_PATHS.bulk,
    'bulk',
    MAX_IDS_BYTES,
    async (request: AdminRequest) => {
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const asked = recordsBody(request.http);
      if (asked instanceof AdminError) return asked;
      const act = request.parameters.get('name') ?? '';
      const outcome = await runOnRecords(act, query, asked, askingOf(request));
      if (outcome instanceof AdminError) return outcome;
      const { done, unchanged } = outcome;
      const how = { act, all: 'after' in asked, done, unchanged: unchanged.length };
      logger.info({ ...facts(request), ...how }, 'an administrator acts on many records');
      return { data: outcome };
    },
  );
  return [...(list.view.export ? [exporting] : []), acting];
}

/** `{"ids":["1","2"]}`, or `{"all":true,"after":"2"}` for all records that match the query of the URL. */
function recordsBody(http: Request): AskedRecords | AdminError {
  const body = jsonBody(http);
  if (body instanceof AdminError) return body;
  const unknown = Object.keys(body).find((key) => !['ids', 'all', 'after'].includes(key));
  if (unknown !== undefined) return invalid(unknown, { rule: 'unknown' });
  const { all, after = '' } = body;
  if (all === undefined && !Object.hasOwn(body, 'after')) {
    const ids = idsBody(http);
    return ids instanceof AdminError ? ids : { ids };
  }
  if (all !== true || Object.hasOwn(body, 'ids')) return invalid('all', { rule: 'choice' });
  if (typeof after !== 'string' || (after !== '' && !isRecordId(after))) {
    return invalid('after', { rule: 'choice' });
  }
  return { after };
}
