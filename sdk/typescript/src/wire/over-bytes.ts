import type { ServedRpc } from '@gatehouse/proto/rpc';
import { status } from '@grpc/grpc-js';
import type { Logger } from '../shared/logger.js';
import type { CallLimits } from './call.js';
import { RpcFault } from './call.js';
import { loggedSerialize } from './logged-encoding.js';

/** One call of an rpc, over any transport. */
export interface RpcCall extends CallLimits {
  readonly requestId: string;
}

/** The response of an rpc, or the status with which it failed. */
export type Outcome<Response> = { readonly response: Response } | { readonly fault: RpcFault };

/** Answers one rpc from the bytes of its request. Never rejects. */
export type AnswerBytes = (request: Buffer, call: RpcCall) => Promise<Outcome<Buffer>>;

/** An rpc for transports that carry encoded messages: a stream, or HTTP. `answer` must not reject. */
export function overBytes<Request, Response, Call extends RpcCall>(
  method: ServedRpc<Request, Response>,
  logger: Logger,
  answer: (request: Request, call: Call) => Promise<Outcome<Response>>,
): (request: Buffer, call: Call) => Promise<Outcome<Buffer>> {
  const serialize = loggedSerialize(shortName(method), method.responseSerialize, logger);
  return async (bytes, call) => {
    const request = unlessThrown(() => method.requestDeserialize(bytes));
    if (request === undefined) {
      return { fault: new RpcFault(status.INVALID_ARGUMENT, 'request: is not a valid message of the method') };
    }
    const outcome = await answer(request, call);
    if ('fault' in outcome) return outcome;
    const response = unlessThrown(() => serialize(outcome.response));
    if (response !== undefined) return { response };
    return { fault: new RpcFault(status.INTERNAL, 'the response cannot be encoded') };
  };
}

/** "ListRecords": the name of an rpc in the log. */
export function shortName({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function unlessThrown<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
