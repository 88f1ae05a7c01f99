import { AdminError } from '../api/errors.js';
import { RECORDS_PER_PAGE } from '../api/limits.js';
import type { ListParameters } from '../api/list-query.js';
import { listParameters } from '../api/list-query.js';
import { isRecordId } from '../api/paths.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { RecordPage } from '../model/record.js';
import type { RelationSchema } from '../model/schema/list-schema.js';
import type { NotFound } from '../ports/record-store.js';
import type { Found, RelationStore, RelationTarget } from '../ports/relation-store.js';
import type { Listing, PlannedQuery } from '../records/listing.js';
import { planQuery } from '../records/listing.js';
import { listMeta, rowOf } from '../records/record-json.js';
import type { PermittedRelation } from '../schema/permitted/list.js';
import { permittedRelations } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { outcomeError, PAGE_TOO_LONG, unlessTooLong } from './asking.js';
import type { ListedRecords } from './manage-records.js';

/**
 * A relation manager: lists the linked records and the candidates, links and unlinks. Each operation is one call to the host.
 */
export function createRelationRecords(schema: RelationSchema, relations: RelationStore) {
  const { controller, relation } = schema;

  return {
    related: (id: string, query: QueryEntries, asking: Asking) =>
      list('view', id, query, asking, (target, { query: plan }) => relations.related(target, plan, asking.call)),

    candidates: (id: string, query: QueryEntries, asking: Asking) =>
      list('manage', id, query, asking, (target, { query: plan }, { ids }) =>
        relations.candidates(target, plan, ids, asking.call),
      ),

    link: (id: string, ids: readonly string[], asking: Asking) => change('link', id, ids, asking),
    unlink: (id: string, ids: readonly string[], asking: Asking) => change('unlink', id, ids, asking),
  };

  /** Returns not_found for a manager that no permitted field shows. */
  function reach(id: string, { caller, permissions }: Asking) {
    const permitted = permittedRelations.get(schema, permissions);
    const target: RelationTarget = { caller, controller, id, relation };
    return permitted !== undefined && isRecordId(id) ? { permitted, target } : new AdminError('not_found');
  }

  async function list(
    which: 'view' | 'manage',
    id: string,
    query: QueryEntries,
    asking: Asking,
    ask: (
      target: RelationTarget,
      plan: PlannedQuery,
      parameters: ListParameters,
    ) => Promise<Found<RecordPage> | NotFound>,
  ): Promise<ListedRecords | AdminError> {
    const reached = reach(id, asking);
    if (reached instanceof AdminError) return reached;
    // Only users who may link see the candidates, because those are records beyond the ones that belong to this record.
    if (which === 'manage' && !reached.permitted.view.canLink) return new AdminError('forbidden');
    const sizes = { ...RECORDS_PER_PAGE, default: schema[which].recordsPerPage };
    const parameters = listParameters(query, sizes, which === 'view' ? ['sort', 'total'] : ['sort', 'total', 'ids']);
    if (parameters instanceof AdminError) return parameters;
    const listing = relatedListing(reached.permitted, which);
    const plan = planQuery(listing, parameters);
    if (plan instanceof AdminError) return plan;
    const outcome = await unlessTooLong(ask(reached.target, plan, parameters), PAGE_TOO_LONG);
    if (outcome instanceof AdminError) return outcome;
    if (outcome.outcome === 'notFound') return new AdminError('not_found');
    const page = outcome.value;
    return {
      rows: page.records.map((record) => rowOf(listing.columns.columns, record)),
      meta: listMeta(parameters, page, plan.sort),
    };
  }

  async function change(
    what: 'link' | 'unlink',
    id: string,
    ids: readonly string[],
    asking: Asking,
  ): Promise<{ readonly count: number } | AdminError> {
    const reached = reach(id, asking);
    if (reached instanceof AdminError) return reached;
    const { canLink, canUnlink } = reached.permitted.view;
    if (!(what === 'link' ? canLink : canUnlink)) return new AdminError('forbidden');
    const outcome = await relations[what](reached.target, ids, asking.call);
    return outcome.outcome === 'changed' ? { count: outcome.count } : outcomeError(outcome);
  }
}

function relatedListing({ schema, view, related, candidates }: PermittedRelation, which: 'view' | 'manage'): Listing {
  return {
    columns: which === 'view' ? related : candidates,
    filters: NO_FILTERS,
    searchMode: 'all',
    mayBeSearched: view[which].search !== null,
    count: schema[which].showPageNumbers,
    defaultSort: view[which].defaultSort,
  };
}

const NO_FILTERS: Listing['filters'] = new Map();
