import type { handleUnaryCall } from '@grpc/grpc-js';
import { requestIdOf } from '../../host/call-metadata.js';
import { toRpcFault } from '../../host/rpc-fault.js';
import type { Logger } from '../../ports/logger.js';
import { describeError } from '../../wire/redact.js';

/** An rpc: what it throws becomes a gRPC status, and a line in the host's log that holds nothing of the request. */
export function unary<Request extends object, Response extends object>(
  rpc: string,
  logger: Logger,
  answer: (request: Request) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    answer(call.request).then(
      (response) => {
        callback(null, response);
      },
      (error: unknown) => {
        const fault = toRpcFault(error);
        const described = describeError(error, `gatehouse.host.v1.${rpc}Request`, call.request);
        const fields = { requestId: requestIdOf(call.metadata), rpc, status: fault.code, error: described };
        logger.error(fields, 'an admin call failed');
        callback({ code: fault.code, details: fault.message });
      },
    );
  };
}
