import type { handleUnaryCall } from '@grpc/grpc-js';
import type { WireTransactRequest, WireTransactResponse } from '../wire/messages.js';
import { requestIdOf } from './call-metadata.js';
import type { Transactor } from './transactor.js';

/** For a call without a deadline, which Gatehouse never makes, but a tool might. */
const LONGEST_CALL_MS = 60_000;

export function serveTransact(transactor: Transactor): handleUnaryCall<WireTransactRequest, WireTransactResponse> {
  return (call, callback) => {
    const answer = async (): Promise<void> => {
      const outcome = await transactor.run(call.request, {
        requestId: requestIdOf(call.metadata),
        deadline: toDate(call.getDeadline()),
        isCancelled: () => call.cancelled,
      });
      if ('fault' in outcome) callback({ code: outcome.fault.code, details: outcome.fault.message });
      else callback(null, outcome.response);
    };
    void answer();
  };
}

function toDate(deadline: Date | number): Date {
  const latest = Date.now() + LONGEST_CALL_MS;
  return new Date(Math.min(deadline instanceof Date ? deadline.getTime() : deadline, latest));
}
