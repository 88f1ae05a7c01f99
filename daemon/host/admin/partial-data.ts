import { adminRecordService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import type { PartialData } from '../../admin/ports/partial-data.js';
import { noOutcome, NOT_FOUND } from '../from-proto/admin/outcomes.js';
import { fromViewValue } from '../from-proto/admin/view-value.js';
import { toAdminCaller } from '../to-proto/admin/caller.js';
import type { AdminCalls } from './calls.js';

const partialDataRpc = rpcOf(adminRecordService.GetPartialData);

export function createPartialData(calls: AdminCalls): PartialData {
  return {
    viewModel: ({ caller, controller }, { name, recordId }, call) =>
      calls.read(
        partialDataRpc,
        { caller: toAdminCaller(caller), controller, partial: name, recordId: recordId ?? '' },
        (rpc, { data, notFound }) => {
          if (notFound) return NOT_FOUND;
          if (!data) throw noOutcome(rpc);
          return { outcome: 'found', value: fromViewValue(rpc, data) } as const;
        },
        call,
      ),
  };
}
