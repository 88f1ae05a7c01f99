import type { handleUnaryCall, Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { incomingContext, incomingToken } from '../contract/metadata.js';
import type { CallContext } from '../core/call-context.js';
import { Unavailable } from '../core/faults.js';
import { equalHashes, sha256 } from '../core/hash.js';
import type { Logger } from '../core/logger.js';
import type { ConsentOperations } from '../oauth/usecases/consent-operations.js';
import { InvalidArgument } from './arguments.js';
import type { StatusAnswer } from './faults.js';
import { faultStatus, NOT_READY } from './faults.js';

/** One rpc: arguments checked, operation called, outcome converted. Faults are thrown. */
export type Rpc<Request, Response> = (
  request: Request,
  operations: ConsentOperations,
  call: CallContext,
) => Response | Promise<Response>;

export interface HandlerDependencies {
  /** Undefined while there is no description of the host that wants an authorization server. Asked anew for each call. */
  readonly operations: () => ConsentOperations | undefined;
  readonly token: string | undefined;
  readonly logger: Logger;
  /** Told how many calls begin (1) and end (-1), so that a shutdown can wait for them. */
  readonly underWay: (change: 1 | -1) => void;
}

/** What a request is read as when its bytes are no such message. */
export const MALFORMED = Symbol('malformed');

/** What all rpcs share, in this order: token, deadline, readiness, message; then the rpc, and its faults as statuses. */
export function handlerOf<Request, Response>(
  name: string,
  rpc: Rpc<Request, Response>,
  needs: HandlerDependencies,
): handleUnaryCall<Request | typeof MALFORMED, Response> {
  const isAllowed = tokenCheck(needs.token);
  const answer = async (
    { request, metadata }: { request: Request | typeof MALFORMED; metadata: Metadata },
    context: CallContext,
  ): Promise<Response | StatusAnswer> => {
    try {
      if (!isAllowed(metadata)) return UNAUTHENTICATED;
      const operations = needs.operations();
      if (operations === undefined) return NOT_READY;
      if (request === MALFORMED) throw new InvalidArgument('the request is not a protobuf message of its type');
      return await rpc(request, operations, context);
    } catch (error) {
      return faultOf(error, context);
    }
  };
  const faultOf = (error: unknown, { requestId }: CallContext): StatusAnswer => {
    const fault = faultStatus(error, requestId);
    const fields = { rpc: name, requestId };
    if (fault.code === status.INTERNAL) needs.logger.error({ ...fields, err: error }, 'a consent operation failed');
    else if (error instanceof Unavailable) needs.logger.warn(fields, `a consent operation failed: ${error.message}`);
    return fault;
  };
  return (call, callback) => {
    if (isOver(call)) return;
    needs.underWay(1);
    void answer(call, incomingContext(call.metadata))
      .then((result) => {
        if (isStatus(result)) callback(result);
        else callback(null, result);
      })
      .catch((error: unknown) => needs.logger.error({ rpc: name, err: error }, 'an answer could not be sent'))
      .finally(() => needs.underWay(-1));
  };
}

const UNAUTHENTICATED: StatusAnswer = {
  code: status.UNAUTHENTICATED,
  details: 'the shared token is missing or wrong: send the metadata "authorization: Bearer <consent.token>"',
};

/** Compared as hashes, in constant time, so that neither content nor length of the token can be felt out. */
function tokenCheck(token: string | undefined): (metadata: Metadata) => boolean {
  if (token === undefined) return () => true;
  const expected = sha256(token);
  return (metadata) => {
    const presented = incomingToken(metadata);
    return presented !== undefined && equalHashes(sha256(presented), expected);
  };
}

/** Nobody waits any more: what has not begun is not begun, so that a caller's retry never meets its own first attempt. */
function isOver(call: ServerUnaryCall<unknown, unknown>): boolean {
  const deadline = call.getDeadline();
  const passed = deadline instanceof Date ? deadline.getTime() : deadline;
  return call.cancelled || passed <= Date.now();
}

function isStatus(result: unknown): result is StatusAnswer {
  return typeof result === 'object' && result !== null && 'code' in result && 'details' in result;
}
