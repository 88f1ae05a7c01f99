import { AdminError } from '../api/errors.js';
import { MAX_IDS_BYTES } from '../api/limits.js';
import { CONTROLLER_PATHS, withSegments } from '../api/paths.js';
import type { RelationSchema } from '../model/schema/list-schema.js';
import type { RelationStore } from '../ports/relation-store.js';
import { createRelationRecords } from '../usecases/manage-relation.js';
import type { ControllerPlace, GuardedEndpoint } from './endpoint.js';
import { controllerEndpoint, readEndpoint } from './endpoint.js';
import { askingOf, idsBody, queryEntries, recordInPath } from './read-request.js';

/** The four endpoints of one relation manager, below …/{id}/relations/{name}. */
export function relationEndpoints(
  place: ControllerPlace,
  schema: RelationSchema,
  relations: RelationStore,
): GuardedEndpoint[] {
  const records = createRelationRecords(schema, relations);
  const { name } = schema;

  const list = (below: 'related' | 'candidates', label: string, read: typeof records.related): GuardedEndpoint =>
    readEndpoint(place, 'GET', withSegments(CONTROLLER_PATHS[below], { name }), label, 0, async (request) => {
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const listed = await read(recordInPath(request.parameters), query, askingOf(request));
      return listed instanceof AdminError ? listed : { data: listed.rows, meta: listed.meta };
    });

  const change = (what: 'link' | 'unlink'): GuardedEndpoint =>
    controllerEndpoint(
      place,
      'POST',
      withSegments(CONTROLLER_PATHS[what], { name }),
      `relation_${what}`,
      MAX_IDS_BYTES,
      async (request) => {
        const ids = idsBody(request.http);
        if (ids instanceof AdminError) return ids;
        const changed = await records[what](recordInPath(request.parameters), ids, askingOf(request));
        return changed instanceof AdminError ? changed : { data: changed };
      },
    );

  return [
    list('related', 'relation', records.related),
    list('candidates', 'relation_candidates', records.candidates),
    change('link'),
    change('unlink'),
  ];
}
