import { incomingContext } from '@gatehouse/proto/metadata';
import type { Methods, ReceivedRequest, SentResponse, ServedRpc } from '@gatehouse/proto/rpc';
import { rpcName } from '@gatehouse/proto/rpc';
import type { handleUnaryCall, ServerUnaryCall, UntypedHandleCall } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { loggedSerialize } from '../../wire/logged-encoding.js';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import type { Logger } from '../../shared/logger.js';
import type { CallLimits } from '../../wire/call.js';
import { describeError, LONGEST_CALL_MS, RpcFault, toRpcFault } from '../../wire/call.js';

/** An rpc of the admin services, for unary and streamed calls. Neither function rejects. */
export interface AdminRpc<Request, Response> extends StreamedRpc {
  readonly unary: handleUnaryCall<Request, Response>;
}

/** An rpc for calls over the stream, which carries encoded requests and answers. */
export interface StreamedRpc {
  /** "AdminRecordService.ListRecords". */
  readonly name: string;
  streamed(request: Buffer, call: AdminCall): Promise<Outcome<Buffer>>;
}

/** One call, unary or streamed. */
export interface AdminCall extends CallLimits {
  readonly requestId: string;
}

type Outcome<Response> = { readonly response: Response } | { readonly fault: RpcFault };

/** All rpcs of a service. A missing rpc, or one with the wrong messages, is a compile error. */
export type AdminRpcs<Service> = {
  readonly [Name in keyof Methods<Service>]: AdminRpc<ReceivedRequest<Service[Name]>, SentResponse<Service[Name]>>;
};

/** An exception of `answer` becomes a gRPC status, and a line in the host's log without data of the request. */
export function adminRpc<Request extends object, Response>(
  method: ServedRpc<Request, Response>,
  logger: Logger,
  answer: (request: NoInfer<Request>, call: AdminCall) => Promise<NoInfer<Response>>,
): AdminRpc<Request, Response> {
  const rpc = shortName(method);
  const serialize = loggedSerialize(rpc, method.responseSerialize, logger);

  async function outcomeOf(request: Request, call: AdminCall): Promise<Outcome<Response>> {
    try {
      return { response: await answer(request, call) };
    } catch (error) {
      const fault = toRpcFault(error);
      const described = describeError(error, `gatehouse.host.v1.${rpc}Request`, request);
      const fields = { requestId: call.requestId, rpc, status: fault.code, error: described };
      // An unavailable database is not a bug; Gatehouse distinguishes the two.
      if (error instanceof Unavailable || error instanceof DeadlineExceeded) {
        logger.warn(fields, 'an admin call was rejected');
      } else logger.error(fields, 'an admin call failed');
      return { fault };
    }
  }

  return {
    name: rpcName(method.path),

    unary(call, callback) {
      void outcomeOf(call.request, callOf(call)).then((outcome) => {
        if ('fault' in outcome) callback({ code: outcome.fault.code, details: outcome.fault.message });
        else callback(null, outcome.response);
      });
    },

    async streamed(bytes, call) {
      const request = unlessThrown(() => method.requestDeserialize(bytes));
      if (request === undefined) {
        return { fault: new RpcFault(status.INVALID_ARGUMENT, 'request: is not a valid message of the method') };
      }
      const outcome = await outcomeOf(request, call);
      if ('fault' in outcome) return outcome;
      const response = unlessThrown(() => serialize(outcome.response));
      if (response !== undefined) return { response };
      return { fault: new RpcFault(status.INTERNAL, 'the response cannot be encoded') };
    },
  };
}

/** "ListRecords": the name of an rpc in the log. */
export function shortName({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Converts the rpcs of a service to the handlers of a gRPC server. */
export function unaryHandlers<Rpcs extends Readonly<Record<string, { readonly unary: UntypedHandleCall }>>>(
  rpcs: Rpcs,
): { readonly [Name in keyof Rpcs]: Rpcs[Name]['unary'] } {
  const handlers = Object.entries(rpcs).map(([name, { unary }]) => [name, unary]);
  return Object.fromEntries(handlers) as { readonly [Name in keyof Rpcs]: Rpcs[Name]['unary'] };
}

function unlessThrown<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function callOf<Request, Response>(call: ServerUnaryCall<Request, Response>): AdminCall {
  const given = call.getDeadline();
  const latest = Date.now() + LONGEST_CALL_MS;
  const cancelled = new AbortController();
  if (call.cancelled) cancelled.abort();
  else call.once('cancelled', () => cancelled.abort());
  return {
    requestId: incomingContext(call.metadata).requestId,
    deadline: new Date(Math.min(given instanceof Date ? given.getTime() : given, latest)),
    signal: cancelled.signal,
  };
}
