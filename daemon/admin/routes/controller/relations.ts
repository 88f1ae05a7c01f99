import { AdminError } from '../../model/admin-error.js';
import type { RelationSchema } from '../../model/schema/relation-schema.js';
import type { RelationStore } from '../../ports/relation-store.js';
import { createRelationRecords } from '../../usecases/relation-records.js';
import { askingOf } from '../asking-of.js';
import type { GuardedEndpoint } from '../endpoint.js';
import { idsBody } from '../ids-body.js';
import { MAX_IDS_BYTES } from '../limits.js';
import { queryEntries } from '../query-entries.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';
import { recordInPath } from './record-in-path.js';

/** The four endpoints of one relation manager, below …/{id}/relations/{name}. */
export function relationEndpoints(
  place: ControllerPlace,
  schema: RelationSchema,
  relations: RelationStore,
): GuardedEndpoint[] {
  const records = createRelationRecords(schema, relations);
  const base = `/:id/relations/${schema.name}`;

  const list = (below: string, name: string, read: typeof records.related): GuardedEndpoint =>
    controllerEndpoint(place, 'GET', base + below, name, 0, async (request) => {
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const listed = await read(recordInPath(request.parameters), query, askingOf(request));
      return listed instanceof AdminError ? listed : { data: listed.rows, meta: listed.meta };
    });

  const change = (what: 'link' | 'unlink'): GuardedEndpoint =>
    controllerEndpoint(place, 'POST', `${base}/${what}`, `relation_${what}`, MAX_IDS_BYTES, async (request) => {
      const ids = idsBody(request.http);
      if (ids instanceof AdminError) return ids;
      const changed = await records[what](recordInPath(request.parameters), ids, askingOf(request));
      return changed instanceof AdminError ? changed : { data: changed };
    });

  return [
    list('', 'relation', records.related),
    list('/candidates', 'relation_candidates', records.candidates),
    change('link'),
    change('unlink'),
  ];
}
