import type { ImportRecordsResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ImportRecordsResponse';
import type { RefusedRecord__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefusedRecord';
import type { RunOnRecordsResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunOnRecordsResponse';
import type { UnchangedRecord__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UnchangedRecord';
import { MAX_STREAM_ANSWER_BYTES as MAX_IMPORT_MESSAGE_BYTES } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminBulkService } from '@gatehouse/proto/services';
import type {
  Bulk,
  BulkOutcome,
  BulkRun,
  Imported,
  ImportedRecord,
  RefusedRecord,
  RefusedRecords,
  Unchanged,
} from '../../admin/ports/bulk.js';
import type { Refused } from '../../admin/ports/record-store.js';
import { present, violation } from '../from-proto/checks.js';
import { fromInvalid, fromRecordPage, fromRefusal } from '../from-proto/record.js';
import {
  toAdminCaller,
  toColumnValues,
  toMatching,
  toRelationChange,
  toScope,
  toSelection,
} from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const walkRpc = rpcOf(adminBulkService.WalkRecords);
const runRpc = rpcOf(adminBulkService.RunOnRecords);
const importRpc = rpcOf(adminBulkService.ImportRecords);

/** For one transaction that writes thousands of records: below the time in which a daemon that stops lets requests end. */
const IMPORT_TIMEOUT_MS = 20_000;

export function createBulk(calls: AdminCalls): Bulk {
  return {
    walk: ({ caller, controller }, { scope, matching, selection, after, limit }, rowOf, call) =>
      readForCaller(
        calls,
        walkRpc,
        caller,
        {
          controller,
          matching: toMatching(matching),
          selection: toSelection(selection),
          after,
          limit,
          scope: scope === undefined ? 'ADMIN_SCOPE_UNSPECIFIED' : toScope(scope),
        },
        (rpc, { page }) => {
          const asked = { selection, page: { number: 1, size: limit }, count: false };
          const read = fromRecordPage(calls.reading(rpc, { controller }, call), present(page), asked, rowOf);
          // The caller would walk without end.
          if (read.hasMore && read.records.length === 0)
            throw violation(rpc, 'page.has_more', 'is set without records');
          return read;
        },
        call,
      ),

    run: ({ caller, controller }, run, call) =>
      calls.write(
        runRpc,
        {
          caller: toAdminCaller(caller),
          controller,
          ...(run.action === undefined ? { delete: true } : { action: run.action }),
          ...('ids' in run.records
            ? { ids: { ids: [...run.records.ids] } }
            : { matching: { ...run.records, matching: toMatching(run.records.matching) } }),
          labelColumn: run.labelColumn ?? '',
        },
        (rpc, response) => fromOutcome(rpc, response, run),
        call,
      ),

    importRecords: async ({ caller, controller }, { importId, records, mayDiffer }, call) => {
      const request = {
        caller: toAdminCaller(caller),
        controller,
        importId,
        records: records.map(({ columns, relations, existing }) => ({
          values: toColumnValues(columns),
          relations: relations.map(toRelationChange),
          existing:
            existing === undefined ? null : { id: existing.id, expectedVersion: existing.expectedVersion ?? '' },
        })),
      };
      if (importRpc.serialize(request).length > MAX_IMPORT_MESSAGE_BYTES) return { outcome: 'tooLarge' };
      return calls.write(
        importRpc,
        request,
        (rpc, response) => fromImport(rpc, response, records, mayDiffer),
        call,
        IMPORT_TIMEOUT_MS,
      );
    },
  };
}

function fromOutcome(rpc: string, response: RunOnRecordsResponse__Output, { records }: BulkRun): BulkOutcome {
  const { done, unchanged, last, hasMore, message } = response;
  const most = 'ids' in records ? records.ids.length : records.limit;
  if (done + unchanged.length > most)
    throw violation(rpc, 'done', `counts more than the ${most} records of the request`);
  if ('ids' in records) {
    const unknown = unchanged.findIndex(({ id }) => !records.ids.includes(id));
    if (unknown !== -1) throw violation(rpc, `unchanged[${unknown}].id`, 'is not one that was requested');
    if (!records.ids.includes(last)) throw violation(rpc, 'last', 'is not one that was requested');
    const isLast = last === records.ids.at(-1);
    if (hasMore === isLast) throw violation(rpc, 'has_more', isLast ? 'is set after the last record' : 'is not set');
    // A record that is in neither of them would look untouched, or done, as the administrator likes to read it.
    const taken = records.ids.indexOf(last) + 1;
    const accounted = done + new Set(unchanged.map(({ id }) => id)).size;
    if (accounted !== taken)
      throw violation(rpc, 'unchanged', `accounts with done for ${accounted} of the ${taken} records up to last`);
  } else if (hasMore && (last === '' || last === records.after)) {
    // The caller would ask for the same records again, without end.
    throw violation(rpc, 'has_more', 'is set without a record that was taken');
  }
  return { done, unchanged: unchanged.map(fromUnchanged), last, hasMore, message };
}

function fromUnchanged({ id, label, reason, refused }: UnchangedRecord__Output): Unchanged {
  const why = { notFound: 'missing', refused: 'refused', failed: 'failed' } as const;
  return { id, label, reason: reason === undefined ? 'failed' : why[reason], message: refused?.message ?? '' };
}

function fromImport(
  rpc: string,
  { imported, refusedRecords, refused }: ImportRecordsResponse__Output,
  sent: readonly ImportedRecord[],
  mayDiffer: boolean,
): Imported | RefusedRecords | Refused {
  if (imported) {
    const { created } = imported;
    if (!mayDiffer && created !== sent.length)
      throw violation(rpc, 'imported.created', `is ${created}, not the ${sent.length} of the request`);
    return { outcome: 'imported', written: created };
  }
  if (!refusedRecords) return fromRefusal(present(refused));
  const records = refusedRecords.records.map((one, at) => fromRefusedRecord(rpc, one, at, sent));
  const disordered = records.findIndex(
    ({ index }, at) => index >= sent.length || index <= (records[at - 1]?.index ?? -1),
  );
  if (disordered !== -1) {
    throw violation(rpc, `refused_records.records[${disordered}].index`, 'is not a record behind the one before it');
  }
  return { outcome: 'refusedRecords', records, hasMore: refusedRecords.hasMore };
}

function fromRefusedRecord(
  rpc: string,
  { index, reason, invalid, refused }: RefusedRecord__Output,
  at: number,
  sent: readonly ImportedRecord[],
): RefusedRecord {
  if (invalid) return { index, errors: fromInvalid(invalid).errors, message: '' };
  if (refused) return { index, errors: [], message: refused.message };
  const member = reason === 'changed' ? 'changed' : 'not_found';
  if (sent[index] !== undefined && sent[index].existing === undefined)
    throw violation(rpc, `refused_records.records[${at}].${member}`, 'is set for a record to create');
  return { index, errors: [], message: '', reason: reason === 'changed' ? 'changed' : 'missing' };
}
