import type { ConnectMethod } from '@gatehouse/proto/connect-server';
import { incomingContext, incomingToken } from '@gatehouse/proto/metadata';
import type { NamedMessages, ServedRpc } from '@gatehouse/proto/rpc';
import { messageNames } from '@gatehouse/proto/rpc';
import { MessageRules } from '@gatehouse/proto/rules';
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { equalHashes, sha256 } from '../core/crypto.js';
import { BackendMissing, Unavailable } from '../core/faults.js';
import type { InFlight } from '../core/in-flight.js';
import type { CallContext, Logger } from '../core/runtime.js';
import type { ConsentOperations } from '../oauth/usecases/consent-operations.js';
import { PendingRequestLost } from '../oauth/usecases/consent-operations.js';

/** A field of a request is missing, too long or malformed: INVALID_ARGUMENT, naming the field and never its value. */
class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument';
}

const RULES = new MessageRules();

/** Compiles the check of the rules that consent.proto states for the fields of a request. `rpc`: "ConsentService.Revoke". */
function requestCheck(rpc: string): (request: unknown) => void {
  const check = RULES.of(`gatehouse.consent.v1.${rpc.slice(rpc.indexOf('.') + 1)}Request`);
  return (request) => {
    const broken = check(request);
    if (broken !== undefined) throw new InvalidArgument(`${broken.field} ${broken.problem}`);
  };
}

interface StatusAnswer {
  readonly code: status;
  /** For the caller: contains no internal detail of Gatehouse or of the host. */
  readonly details: string;
}

/** The table of faults at the head of ConsentService (consent.proto). */
function faultStatus(error: unknown, requestId: string): StatusAnswer {
  if (error instanceof InvalidArgument) return { code: status.INVALID_ARGUMENT, details: error.message };
  if (error instanceof BackendMissing) return NOT_READY;
  if (error instanceof Unavailable) {
    const what = error.peer === 'host' ? 'the host' : 'the state store';
    // Only a grant can leave it unknown whether the pending request still exists; the caller finds out by asking again
    // (consent.proto).
    const next = error instanceof PendingRequestLost ? 'the pending request is lost; start again' : 'try again';
    return { code: status.UNAVAILABLE, details: `${what} is unavailable; ${next}` };
  }
  return { code: status.INTERNAL, details: `internal error in Gatehouse; see its log for request ${requestId}` };
}

const NOT_READY: StatusAnswer = {
  code: status.FAILED_PRECONDITION,
  details: 'Gatehouse is not ready: the host does not offer BackendService, or has not answered Describe yet',
};

/** One rpc: calls the operation with a request that obeys its rules, and converts the outcome. Throws faults. */
export type Rpc<Request, Response> = (
  request: Request,
  operations: ConsentOperations,
  call: CallContext,
) => Response | Promise<Response>;

/** The shared tokens that callers may send. Without `token`, callers need none. */
export interface AcceptedTokens {
  readonly token?: string;
  readonly previousToken?: string;
}

export interface HandlerDependencies {
  /** Undefined until a host description asks for an authorization server. Evaluated for each call. */
  readonly operations: () => ConsentOperations | undefined;
  readonly accepted: AcceptedTokens;
  readonly logger: Logger;
  /** Calls under way; a shutdown waits for them. */
  readonly calls: InFlight;
}

/** The value of a request whose bytes cannot be parsed. */
export const MALFORMED = Symbol('malformed');

/** Answers one call, whatever its transport. Never rejects. */
type Answer<Request, Response> = (
  request: Request | typeof MALFORMED,
  token: string | undefined,
  context: CallContext,
) => Promise<Response | StatusAnswer>;

/**
 * The steps that all rpcs share, in this order: token, readiness, message; then the rpc, and its faults as statuses. The
 * transport has checked the deadline before.
 */
export function answerOf<Request, Response>(
  name: string,
  rpc: Rpc<Request, Response>,
  dependencies: HandlerDependencies,
): Answer<Request, Response> {
  const isAllowed = tokenCheck(dependencies.accepted);
  const check = requestCheck(name);
  const answer: Answer<Request, Response> = async (request, token, context) => {
    try {
      if (!isAllowed(token)) return UNAUTHENTICATED;
      const operations = dependencies.operations();
      if (operations === undefined) return NOT_READY;
      if (request === MALFORMED) throw new InvalidArgument('the request is not a protobuf message of its type');
      check(request);
      return await rpc(request, operations, context);
    } catch (error) {
      return faultOf(error, context);
    }
  };
  const faultOf = (error: unknown, { requestId }: CallContext): StatusAnswer => {
    const fault = faultStatus(error, requestId);
    const fields = { rpc: name, requestId };
    if (fault.code === status.INTERNAL)
      dependencies.logger.error({ ...fields, err: error }, 'a consent operation failed');
    // A constant message: during an outage, the log has one line for many of these (observability/outage-lines.ts).
    else if (error instanceof Unavailable)
      dependencies.logger.warn({ ...fields, err: error }, 'a consent operation failed because a peer is unavailable');
    return fault;
  };
  return answer;
}

/** An rpc for a gRPC server. */
export function handlerOf<Request, Response>(
  name: string,
  answer: Answer<Request, Response>,
  { calls, logger }: HandlerDependencies,
): handleUnaryCall<Request | typeof MALFORMED, Response> {
  return (call, callback) => {
    if (isOver(call)) return;
    calls.add();
    void answer(call.request, incomingToken(call.metadata), incomingContext(call.metadata))
      .then((result) => {
        if (isStatus(result)) callback(result);
        else callback(null, result);
      })
      .catch((error: unknown) => logger.error({ rpc: name, err: error }, 'failed to send a response'))
      .finally(() => calls.remove());
  };
}

/** The same rpc over HTTP. `method` must tolerate malformed bytes. */
export function connectMethodOf<Request, Response>(
  method: ServedRpc<Request | typeof MALFORMED, Response> & NamedMessages,
  answer: Answer<Request, Response>,
  { calls }: HandlerDependencies,
): ConnectMethod {
  return {
    path: method.path,
    ...messageNames(method),
    async answer(bytes, { metadata, token, deadline, signal }) {
      if (signal.aborted || deadline.getTime() <= Date.now()) return { fault: TOO_LATE };
      calls.add();
      try {
        const result = await answer(method.requestDeserialize(bytes), token, metadata);
        if (isStatus(result)) return { fault: { code: result.code, message: result.details } };
        return { response: method.responseSerialize(result) };
      } finally {
        calls.remove();
      }
    },
  };
}

const TOO_LATE = { code: status.DEADLINE_EXCEEDED, message: 'the deadline had passed when the request came' };

export const UNAUTHENTICATED: StatusAnswer = {
  code: status.UNAUTHENTICATED,
  details: 'the shared token is missing or wrong: send "authorization: Bearer <consent.token>"',
};

/** Compares hashes in constant time, so that timing reveals neither content nor length of a token. */
export function tokenCheck({ token, previousToken }: AcceptedTokens): (presented: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const accepted = [token, ...(previousToken === undefined ? [] : [previousToken])].map((text) => sha256(text));
  return (presented) => {
    if (presented === undefined) return false;
    const hash = sha256(presented);
    return accepted.some((expected) => equalHashes(hash, expected));
  };
}

/** The caller no longer waits: do not start the call, so that a caller's retry never meets its own first attempt. */
function isOver(call: ServerUnaryCall<unknown, unknown>): boolean {
  const deadline = call.getDeadline();
  const passed = deadline instanceof Date ? deadline.getTime() : deadline;
  return call.cancelled || passed <= Date.now();
}

function isStatus(result: unknown): result is StatusAnswer {
  return typeof result === 'object' && result !== null && 'code' in result && 'details' in result;
}
