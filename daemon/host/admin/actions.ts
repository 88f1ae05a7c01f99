import type { ActionResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ActionResult';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import type { ActionDone, Actions } from '../../admin/ports/actions.js';
import { checkedAnyCell } from '../from-proto/cell.js';
import { fromInvalid, fromRefusal, NOT_FOUND } from '../from-proto/record.js';
import { present, violation } from '../from-proto/checks.js';
import { toAdminCaller, toFormValues } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';

const runRpc = rpcOf(adminRecordService.RunAction);

export function createActions(calls: AdminCalls): Actions {
  return {
    run: ({ caller, controller }, { action, recordId, values }, call) =>
      calls.write(
        runRpc,
        {
          caller: toAdminCaller(caller),
          controller,
          action,
          recordId: recordId ?? '',
          values: toFormValues(values),
        },
        (rpc, { done, notFound, invalid, refused }) => {
          if (done) return fromResult(rpc, done);
          if (notFound) return NOT_FOUND;
          if (invalid) return fromInvalid(invalid);
          return fromRefusal(present(refused));
        },
        call,
      ),
  };
}

function fromResult(rpc: string, { message, fill }: ActionResult__Output): ActionDone {
  return {
    outcome: 'done',
    message,
    fill: fill.map(({ column, value }) => {
      const checked = checkedAnyCell(value);
      if ('problem' in checked) throw violation(rpc, `done.fill[${column}]`, checked.problem);
      return { column, value: checked.cell };
    }),
  };
}
