import { adminRecordService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import type { ListRelatedResponse__Output } from '../../contract/generated/gatehouse/host/v1/ListRelatedResponse.js';
import type { Refusal__Output } from '../../contract/generated/gatehouse/host/v1/Refusal.js';
import type { RecordNotFound__Output } from '../../contract/generated/gatehouse/host/v1/RecordNotFound.js';
import type { ListQuery } from '../../admin/model/query.js';
import type { RecordPage } from '../../admin/model/record.js';
import type { NotFound, Refused } from '../../admin/ports/outcomes.js';
import type { Changed, Found, RelationStore, RelationTarget } from '../../admin/ports/relation-store.js';
import { fromRefusal, noOutcome, NOT_FOUND } from '../from-proto/admin/outcomes.js';
import type { Reading } from '../from-proto/admin/read-cell.js';
import { fromRecordPage } from '../from-proto/admin/record.js';
import { toAdminCaller } from '../to-proto/admin/caller.js';
import { toListQuery } from '../to-proto/admin/query.js';
import type { AdminCalls } from './calls.js';

const relatedRpc = rpcOf(adminRecordService.ListRelated);
const candidatesRpc = rpcOf(adminRecordService.ListCandidates);
const linkRpc = rpcOf(adminRecordService.Link);
const unlinkRpc = rpcOf(adminRecordService.Unlink);

export function createRelationStore(calls: AdminCalls): RelationStore {
  return {
    related: (target, query, call) =>
      calls.read(
        relatedRpc,
        { ...toTarget(target), query: toListQuery(query) },
        (rpc, response) => fromPage(calls.reading(rpc, target, call), response, query),
        call,
      ),

    candidates: (target, query, ids, call) =>
      calls.read(
        candidatesRpc,
        { ...toTarget(target), query: toListQuery(query), ids: [...ids] },
        (rpc, response) => fromPage(calls.reading(rpc, target, call), response, query),
        call,
      ),

    link: (target, ids, call) =>
      calls.write(
        linkRpc,
        { ...toTarget(target), ids: [...ids] },
        (rpc, { linked, ...otherwise }) => fromChange(rpc, linked, otherwise),
        call,
      ),

    unlink: (target, ids, call) =>
      calls.write(
        unlinkRpc,
        { ...toTarget(target), ids: [...ids] },
        (rpc, { unlinked, ...otherwise }) => fromChange(rpc, unlinked, otherwise),
        call,
      ),
  };
}

function toTarget({ caller, controller, id, relation }: RelationTarget) {
  return { caller: toAdminCaller(caller), controller, id, relation: relation.name };
}

/** Of ListRelated and ListCandidates, whose answers are alike. */
function fromPage(
  reading: Reading,
  { page, notFound }: ListRelatedResponse__Output,
  query: ListQuery,
): Found<RecordPage> | NotFound {
  if (notFound) return NOT_FOUND;
  if (!page) throw noOutcome(reading.rpc);
  return { outcome: 'found', value: fromRecordPage(reading, 'page', page, query) };
}

function fromChange(
  rpc: string,
  count: number | undefined,
  {
    notFound,
    refused,
  }: { readonly notFound?: RecordNotFound__Output | null; readonly refused?: Refusal__Output | null },
): Changed | NotFound | Refused {
  if (count !== undefined) return { outcome: 'changed', count };
  if (notFound) return NOT_FOUND;
  if (refused) return fromRefusal(rpc, refused);
  throw noOutcome(rpc);
}
