import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import type { RecordStore } from '../../admin/ports/record-store.js';
import { fromInvalid, fromRefusal, NOT_FOUND, fromRecord, fromRecordPage } from '../from-proto/record.js';
import { present } from '../from-proto/checks.js';
import {
  toAdminCaller,
  toListQuery,
  toSelection,
  toColumnValues,
  toRelationChange,
  toScope,
} from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const listRpc = rpcOf(adminRecordService.ListRecords);
const getRpc = rpcOf(adminRecordService.GetRecord);
const createRpc = rpcOf(adminRecordService.CreateRecord);
const updateRpc = rpcOf(adminRecordService.UpdateRecord);
const deleteRpc = rpcOf(adminRecordService.DeleteRecords);

export function createRecordStore(calls: AdminCalls): RecordStore {
  const listRows: RecordStore['listRows'] = ({ caller, controller }, query, rowOf, call) =>
    readForCaller(
      calls,
      listRpc,
      caller,
      { controller, query: toListQuery(query) },
      (rpc, { page }) => fromRecordPage(calls.reading(rpc, { controller }, call), present(page), query, rowOf),
      call,
    );

  return {
    list: (target, query, call) => listRows(target, query, (record) => record, call),
    listRows,

    get: ({ caller, controller, id }, selection, scope, call) =>
      readForCaller(
        calls,
        getRpc,
        caller,
        { controller, id, scope: toScope(scope), selection: toSelection(selection) },
        (rpc, { record, notFound }) => {
          if (notFound) return NOT_FOUND;
          return fromRecord(calls.reading(rpc, { controller }, call), 'record', present(record), selection, id);
        },
        call,
      ),

    create: ({ caller, controller }, write, selection, call) =>
      calls.write(
        createRpc,
        {
          caller: toAdminCaller(caller),
          controller,
          values: toColumnValues(write.columns),
          relations: write.relations.map(toRelationChange),
          selection: toSelection(selection),
        },
        (rpc, { created, invalid, refused }) => {
          const reading = calls.reading(rpc, { controller }, call);
          if (created) {
            return { outcome: 'written', record: fromRecord(reading, 'created', created, selection) } as const;
          }
          if (invalid) return fromInvalid(invalid);
          return fromRefusal(present(refused));
        },
        call,
      ),

    update: ({ caller, controller, id }, write, { expectedVersion, selection }, call) =>
      calls.write(
        updateRpc,
        {
          caller: toAdminCaller(caller),
          controller,
          id,
          expectedVersion: expectedVersion ?? '',
          values: toColumnValues(write.columns),
          relations: write.relations.map(toRelationChange),
          selection: toSelection(selection),
        },
        (rpc, { updated, notFound, conflict, invalid, refused }) => {
          const reading = calls.reading(rpc, { controller }, call);
          if (updated) {
            return { outcome: 'written', record: fromRecord(reading, 'updated', updated, selection, id) } as const;
          }
          if (conflict) {
            return { outcome: 'conflict', current: fromRecord(reading, 'conflict', conflict, selection, id) } as const;
          }
          if (notFound) return NOT_FOUND;
          if (invalid) return fromInvalid(invalid);
          return fromRefusal(present(refused));
        },
        call,
      ),

    delete: ({ caller, controller }, ids, scope, call) =>
      calls.write(
        deleteRpc,
        { caller: toAdminCaller(caller), controller, ids: [...ids], scope: toScope(scope) },
        (_rpc, { deleted, notFound, refused }) => {
          if (deleted === true) return { outcome: 'deleted' } as const;
          if (notFound) return NOT_FOUND;
          return fromRefusal(present(refused));
        },
        call,
      ),
  };
}
