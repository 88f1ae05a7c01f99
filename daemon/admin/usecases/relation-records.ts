import { listParameters, type ListParameters } from '../lists/list-parameters.js';
import { planQuery, relatedListing, type Listing, type PlannedQuery } from '../lists/listing.js';
import { listMeta, rowOf } from '../lists/rows.js';
import { AdminError } from '../model/admin-error.js';
import { isRecordId } from '../model/record-id.js';
import type { RecordPage } from '../model/record.js';
import type { RelatedList, RelationSchema } from '../model/schema/relation-schema.js';
import type { NotFound } from '../ports/outcomes.js';
import type { Found, RelationStore, RelationTarget } from '../ports/relation-store.js';
import type { Asking } from './asking.js';
import type { ListedRecords } from './list-records.js';
import { outcomeError } from './outcome-error.js';

/** A relation manager: what is linked to a record, what could be, linking and unlinking. One call to the host each. */
export function createRelationRecords(schema: RelationSchema, relations: RelationStore) {
  const { controller, relation, shownBy } = schema;

  return {
    related: (id: string, query: string, asking: Asking) =>
      list(schema.view, id, query, asking, (target, { query: plan }) => relations.related(target, plan, asking.call)),

    candidates: (id: string, query: string, asking: Asking) =>
      list(schema.manage, id, query, asking, (target, { query: plan }, { ids }) =>
        relations.candidates(target, plan, ids, asking.call),
      ),

    link: (id: string, ids: readonly string[], asking: Asking) => change('link', schema.canLink, id, ids, asking),
    unlink: (id: string, ids: readonly string[], asking: Asking) => change('unlink', schema.canUnlink, id, ids, asking),
  };

  /** A manager that no permitted field shows does not exist for the administrator. */
  function targetOf(id: string, { caller, permissions }: Asking): RelationTarget | AdminError {
    const visible = shownBy.length === 0 || shownBy.some((requirement) => permissions.meets(requirement));
    return visible && isRecordId(id) ? { caller, controller, id, relation } : new AdminError('not_found');
  }

  async function list(
    shown: RelatedList,
    id: string,
    query: string,
    asking: Asking,
    ask: (
      target: RelationTarget,
      plan: PlannedQuery,
      parameters: ListParameters,
    ) => Promise<Found<RecordPage> | NotFound>,
  ): Promise<ListedRecords | AdminError> {
    const target = targetOf(id, asking);
    if (target instanceof AdminError) return target;
    const parameters = listParameters(query, { default: shown.recordsPerPage, maximum: 200 });
    if (parameters instanceof AdminError) return parameters;
    const listing: Listing = relatedListing(shown, asking.permissions);
    const plan = planQuery(listing, parameters);
    if (plan instanceof AdminError) return plan;
    const outcome = await ask(target, plan, parameters);
    if (outcome.outcome === 'notFound') return new AdminError('not_found');
    const page = outcome.value;
    return {
      rows: page.records.map((record) => rowOf(listing.columns, record)),
      meta: listMeta(parameters, page, plan.sort),
    };
  }

  async function change(
    what: 'link' | 'unlink',
    allowed: boolean,
    id: string,
    ids: readonly string[],
    asking: Asking,
  ): Promise<{ readonly count: number } | AdminError> {
    const target = targetOf(id, asking);
    if (target instanceof AdminError) return target;
    if (!allowed) return new AdminError('forbidden');
    const outcome = await relations[what](target, ids, asking.call);
    return outcome.outcome === 'changed' ? { count: outcome.count } : outcomeError(outcome, []);
  }
}
