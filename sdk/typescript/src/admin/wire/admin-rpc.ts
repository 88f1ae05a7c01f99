import type { handleUnaryCall, ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import { LONGEST_CALL_MS, type CallLimits } from '../../host/call-limits.js';
import { requestIdOf } from '../../host/call-metadata.js';
import { type RpcFault, toRpcFault } from '../../host/rpc-fault.js';
import type { Logger } from '../../ports/logger.js';
import { DeadlineExceeded, Unavailable } from '../../ports/unavailable.js';
import { describeError } from '../../wire/redact.js';

/** An rpc of the admin services, whichever way its calls come: as unary calls or over the stream. Never rejects. */
export type AdminRpc = (request: object, call: AdminCall) => Promise<AdminOutcome>;

/** One call as its caller sees it, whichever way it came. */
export interface AdminCall extends CallLimits {
  readonly requestId: string;
}

export type AdminOutcome = { readonly response: object } | { readonly fault: RpcFault };

/** The rpcs of one service, by their names in lower camel case: "listRecords". */
export type AdminRpcs = Readonly<Record<string, AdminRpc>>;

/** What `answer` throws becomes a gRPC status, and a line in the host's log that holds nothing of the request. */
export function adminRpc(
  rpc: string,
  logger: Logger,
  /** Takes the rpc's request message: whoever calls the rpc has decoded it as such. */
  answer: (request: never, call: AdminCall) => Promise<object>,
): AdminRpc {
  return async (request, call) => {
    try {
      return { response: await answer(request as never, call) };
    } catch (error) {
      const fault = toRpcFault(error);
      const described = describeError(error, `gatehouse.host.v1.${rpc}Request`, request);
      const fields = { requestId: call.requestId, rpc, status: fault.code, error: described };
      // A database that is away is no bug: Gatehouse tells the two apart.
      if (error instanceof Unavailable || error instanceof DeadlineExceeded) {
        logger.warn(fields, 'an admin call was not carried out');
      } else logger.error(fields, 'an admin call failed');
      return { fault };
    }
  };
}

/** The rpcs of a service as what a gRPC server takes. */
export function unaryHandlers(rpcs: AdminRpcs): UntypedServiceImplementation {
  return Object.fromEntries(Object.entries(rpcs).map(([name, rpc]) => [name, unary(rpc)]));
}

function unary(rpc: AdminRpc): handleUnaryCall<object, object> {
  return (call, callback) => {
    void rpc(call.request, callOf(call)).then((outcome) => {
      if ('fault' in outcome) callback({ code: outcome.fault.code, details: outcome.fault.message });
      else callback(null, outcome.response);
    });
  };
}

function callOf(call: ServerUnaryCall<object, object>): AdminCall {
  const given = call.getDeadline();
  const latest = Date.now() + LONGEST_CALL_MS;
  const cancelled = new AbortController();
  if (call.cancelled) cancelled.abort();
  else call.once('cancelled', () => cancelled.abort());
  return {
    requestId: requestIdOf(call.metadata),
    deadline: new Date(Math.min(given instanceof Date ? given.getTime() : given, latest)),
    signal: cancelled.signal,
  };
}
