import { incomingContext } from '@gatehouse/proto/metadata';
import type { Methods, ReceivedRequest, SentResponse, ServedRpc } from '@gatehouse/proto/rpc';
import { rpcName } from '@gatehouse/proto/rpc';
import type { handleUnaryCall, ServerUnaryCall, UntypedHandleCall } from '@grpc/grpc-js';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import type { Logger } from '../../shared/logger.js';
import { OutageLog } from '../../shared/outage-log.js';
import { deadlineOfCall, describeError, toRpcFault } from '../../wire/call.js';
import type { AnswerBytes, Outcome, RpcCall } from '../../wire/over-bytes.js';
import { overBytes, shortName } from '../../wire/over-bytes.js';
import { messageCheck } from '../../wire/fields.js';

/** An rpc of the admin services, for unary and streamed calls. Neither function rejects. */
export interface AdminRpc<Request, Response> extends StreamedRpc {
  readonly unary: handleUnaryCall<Request, Response>;
}

/** An rpc for calls over the stream or over HTTP, which carry encoded requests and answers. */
export interface StreamedRpc {
  /** "AdminRecordService.ListRecords". */
  readonly name: string;
  readonly streamed: AnswerBytes;
}

/** All rpcs of a service. A missing rpc, or one with the wrong messages, is a compile error. */
export type AdminRpcs<Service> = {
  readonly [Name in keyof Methods<Service>]: AdminRpc<ReceivedRequest<Service[Name]>, SentResponse<Service[Name]>>;
};

/** The log of the admin half, and the outages of its database, which need not be that of the OAuth half. */
export interface AdminLogger extends Logger {
  readonly outage: OutageLog;
}

export function adminLogger(logger: Logger): AdminLogger {
  const outage = new OutageLog(logger, {
    lost: 'an admin call failed because the database is unavailable; counting further failures',
    stillLost: 'the database of the admin backend is still unavailable',
    back: 'the database of the admin backend is available again',
  });
  return { ...logger, outage };
}

/** An exception of `answer` becomes a gRPC status, and a line in the host's log without data of the request. */
export function adminRpc<Request extends object, Response>(
  method: ServedRpc<Request, Response>,
  logger: AdminLogger,
  answer: (request: NoInfer<Request>, call: RpcCall) => Promise<NoInfer<Response>>,
): AdminRpc<Request, Response> {
  const rpc = shortName(method);
  const check = messageCheck(`gatehouse.host.v1.${rpc}Request`);

  async function outcomeOf(request: Request, call: RpcCall): Promise<Outcome<Response>> {
    try {
      check(request);
      const response = await answer(request, call);
      logger.outage.succeeded();
      return { response };
    } catch (error) {
      const fault = toRpcFault(error);
      const fields = () => ({
        requestId: call.requestId,
        rpc,
        status: fault.code,
        error: describeError(error, `gatehouse.host.v1.${rpc}Request`, request),
      });
      // An unavailable database is not a bug; Gatehouse distinguishes the two.
      if (error instanceof Unavailable) logger.outage.failed(fields);
      else if (error instanceof DeadlineExceeded) logger.warn(fields(), 'an admin call was rejected');
      else logger.error(fields(), 'an admin call failed');
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

    streamed: overBytes(method, logger, outcomeOf),
  };
}

/** Converts the rpcs of a service to the handlers of a gRPC server. */
export function unaryHandlers<Rpcs extends Readonly<Record<string, { readonly unary: UntypedHandleCall }>>>(
  rpcs: Rpcs,
): { readonly [Name in keyof Rpcs]: Rpcs[Name]['unary'] } {
  const handlers = Object.entries(rpcs).map(([name, { unary }]) => [name, unary]);
  return Object.fromEntries(handlers) as { readonly [Name in keyof Rpcs]: Rpcs[Name]['unary'] };
}

function callOf<Request, Response>(call: ServerUnaryCall<Request, Response>): RpcCall {
  const cancelled = new AbortController();
  if (call.cancelled) cancelled.abort();
  else call.once('cancelled', () => cancelled.abort());
  return {
    requestId: incomingContext(call.metadata).requestId,
    deadline: deadlineOfCall(call.getDeadline()),
    signal: cancelled.signal,
  };
}
