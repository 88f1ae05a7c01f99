import type { handleUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import { requestIdOf } from '../../host/call-metadata.js';
import { type RpcFault, toRpcFault } from '../../host/rpc-fault.js';
import type { Logger } from '../../ports/logger.js';
import { describeError } from '../../wire/redact.js';

/** An rpc of the admin services, whichever way its calls come: as unary calls or over the stream. Never rejects. */
export type AdminRpc = (request: object, requestId: string) => Promise<AdminOutcome>;

export type AdminOutcome = { readonly response: object } | { readonly fault: RpcFault };

/** The rpcs of one service, by their names in lower camel case: "listRecords". */
export type AdminRpcs = Readonly<Record<string, AdminRpc>>;

/** What `answer` throws becomes a gRPC status, and a line in the host's log that holds nothing of the request. */
export function adminRpc(
  rpc: string,
  logger: Logger,
  /** Takes the rpc's request message: whoever calls the rpc has decoded it as such. */
  answer: (request: never) => Promise<object>,
): AdminRpc {
  return async (request, requestId) => {
    try {
      return { response: await answer(request as never) };
    } catch (error) {
      const fault = toRpcFault(error);
      const described = describeError(error, `gatehouse.host.v1.${rpc}Request`, request);
      logger.error({ requestId, rpc, status: fault.code, error: described }, 'an admin call failed');
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
    void rpc(call.request, requestIdOf(call.metadata)).then((outcome) => {
      if ('fault' in outcome) callback({ code: outcome.fault.code, details: outcome.fault.message });
      else callback(null, outcome.response);
    });
  };
}
