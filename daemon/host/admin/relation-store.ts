import type { ListCandidatesResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListCandidatesResponse';
import type { ListRelatedResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListRelatedResponse';
import type { RecordNotFound__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordNotFound';
import type { Refusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Refusal';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import type { ListQuery } from '../../admin/model/query.js';
import type { RecordPage } from '../../admin/model/record.js';
import type { NotFound, Refused } from '../../admin/ports/record-store.js';
import type { Changed, Found, RelationStore } from '../../admin/ports/relation-store.js';
import { present } from '../from-proto/checks.js';
import { fromRefusal, NOT_FOUND, fromRecordPage } from '../from-proto/record.js';
import type { Reading } from '../from-proto/cell.js';
import { toAdminCaller, toListQuery } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const relatedRpc = rpcOf(adminRecordService.ListRelated);
const candidatesRpc = rpcOf(adminRecordService.ListCandidates);
const linkRpc = rpcOf(adminRecordService.Link);
const unlinkRpc = rpcOf(adminRecordService.Unlink);

export function createRelationStore(calls: AdminCalls): RelationStore {
  return {
    related(target, query, call) {
      const { caller, controller, id, relation } = target;
      return readForCaller(
        calls,
        relatedRpc,
        caller,
        { controller, id, relation: relation.name, query: toListQuery(query) },
        (rpc, response) => fromPage(calls.reading(rpc, { controller, relation: relation.name }, call), response, query),
        call,
      );
    },

    candidates(target, query, ids, call) {
      const { caller, controller, id, relation } = target;
      return readForCaller(
        calls,
        candidatesRpc,
        caller,
        { controller, id, relation: relation.name, query: toListQuery(query), ids: [...ids] },
        (rpc, response) => fromPage(calls.reading(rpc, { controller, relation: relation.name }, call), response, query),
        call,
      );
    },

    link: ({ caller, controller, id, relation: { name } }, ids, call) =>
      calls.write(
        linkRpc,
        { caller: toAdminCaller(caller), controller, id, relation: name, ids: [...ids] },
        (_rpc, { linked, notFound, refused }) => fromChange(linked, notFound, refused),
        call,
      ),

    unlink: ({ caller, controller, id, relation: { name } }, ids, call) =>
      calls.write(
        unlinkRpc,
        { caller: toAdminCaller(caller), controller, id, relation: name, ids: [...ids] },
        (_rpc, { unlinked, notFound, refused }) => fromChange(unlinked, notFound, refused),
        call,
      ),
  };
}

/** For ListRelated and ListCandidates, whose answers have the same shape. */
function fromPage(
  reading: Reading,
  { page, notFound }: ListRelatedResponse__Output | ListCandidatesResponse__Output,
  query: ListQuery,
): Found<RecordPage> | NotFound {
  if (notFound) return NOT_FOUND;
  return { outcome: 'found', value: fromRecordPage(reading, present(page), query, (record) => record) };
}

function fromChange(
  count: number | undefined,
  notFound: RecordNotFound__Output | null | undefined,
  refused: Refusal__Output | null | undefined,
): Changed | NotFound | Refused {
  if (count !== undefined) return { outcome: 'changed', count };
  if (notFound) return NOT_FOUND;
  return fromRefusal(present(refused));
}
