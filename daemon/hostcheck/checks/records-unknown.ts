import { status } from '@grpc/grpc-js';
import { NOTHING_SELECTED } from '../../admin/model/query.js';
import { callerOf, pageOf } from '../admin/survey.js';
import { CALL } from '../admin/ports.js';
import { expectStatus } from '../backend.js';
import type { Check } from '../check.js';
import { RpcStatus } from '../transport.js';

export const recordsUnknown: Check = {
  name: 'records/unknown-controller',
  citation: 'admin_record.proto: AdminRecordService, faults',
  on: 'admin',
  run: async (subject) => {
    const target = { caller: await callerOf(subject), controller: 'check.host.unknown' };
    const { records } = subject.admin;
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      ListRecords: () => records.list(target, pageOf(NOTHING_SELECTED), CALL),
      GetRecord: () => records.get({ ...target, id: '1' }, NOTHING_SELECTED, 'form', CALL),
      DeleteRecords: () => records.delete(target, ['1'], 'form', CALL),
    };
    for (const [rpc, call] of Object.entries(calls)) {
      const code = await call().then(
        () => status.OK,
        (error: unknown) => {
          if (error instanceof RpcStatus) return error.code;
          throw error;
        },
      );
      const advice = 'Refuse a controller that is not registered before anything else.';
      expectStatus(code, status.INVALID_ARGUMENT, `from ${rpc} of an unknown controller`, advice);
    }
  },
};
