import type { RunOnRecordsResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunOnRecordsResponse';
import type { UnchangedRecord__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UnchangedRecord';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminBulkService } from '@gatehouse/proto/services';
import type { Bulk, BulkOutcome, BulkRun, Unchanged } from '../../admin/ports/bulk.js';
import { present, violation } from '../from-proto/checks.js';
import { fromRecordPage } from '../from-proto/record.js';
import { toAdminCaller, toMatching, toSelection } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const walkRpc = rpcOf(adminBulkService.WalkRecords);
const runRpc = rpcOf(adminBulkService.RunOnRecords);

export function createBulk(calls: AdminCalls): Bulk {
  return {
    walk: ({ caller, controller }, { matching, selection, after, limit }, rowOf, call) =>
      readForCaller(
        calls,
        walkRpc,
        caller,
        { controller, matching: toMatching(matching), selection: toSelection(selection), after, limit },
        (rpc, { page }) => {
          const asked = { selection, page: { number: 1, size: limit }, count: false };
          const read = fromRecordPage(calls.reading(rpc, { controller }, call), present(page), asked, rowOf);
          // The caller would walk for ever.
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
  } else if (hasMore && (last === '' || last === records.after)) {
    // The caller would ask for the same records again, for ever.
    throw violation(rpc, 'has_more', 'is set without a record that was taken');
  }
  return { done, unchanged: unchanged.map(fromUnchanged), last, hasMore, message };
}

function fromUnchanged({ id, label, reason, refused }: UnchangedRecord__Output): Unchanged {
  const why = { notFound: 'missing', refused: 'refused', failed: 'failed' } as const;
  return { id, label, reason: reason === undefined ? 'failed' : why[reason], message: refused?.message ?? '' };
}
