import { MAX_GRANT_CONTEXT_BYTES, MAX_USER_ID } from '@gatehouse/proto/limits';
import { incomingContext, incomingToken } from '@gatehouse/proto/metadata';
import type { handleUnaryCall, Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { equalHashes, sha256 } from '../core/crypto.js';
import { BackendMissing, Unavailable } from '../core/faults.js';
import type { InFlight } from '../core/in-flight.js';
import type { CallContext, Logger } from '../core/runtime.js';
import type { ConsentOperations } from '../oauth/usecases/consent-operations.js';
import { PendingRequestLost } from '../oauth/usecases/consent-operations.js';

/** A field of a request is missing, too long or malformed: INVALID_ARGUMENT, naming the field and never its value. */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument';
}

const MAX_GRANTED_SCOPES = 64;

/** Any text is valid input: one that was never issued is treated like one that has expired. */
export function requestIdArgument(value: string): string {
  if (value === '') throw new InvalidArgument('request_id is missing');
  return value;
}

export function userIdArgument(value: string): string {
  if (value === '') throw new InvalidArgument('user_id is missing');
  // A character outside the basic plane counts as one in the contract and as two in a JavaScript string.
  if (value.length > MAX_USER_ID && [...value].length > MAX_USER_ID) {
    throw new InvalidArgument(`user_id is longer than ${MAX_USER_ID} characters`);
  }
  if (value.includes('\0')) throw new InvalidArgument('user_id contains NUL, which databases cannot store');
  return value;
}

export function grantContextArgument(value: Buffer): Buffer {
  if (value.length > MAX_GRANT_CONTEXT_BYTES) {
    throw new InvalidArgument(`grant_context is longer than ${MAX_GRANT_CONTEXT_BYTES} bytes`);
  }
  return value;
}

export function grantedScopesArgument(values: readonly string[]): readonly string[] {
  if (values.length > MAX_GRANTED_SCOPES) {
    throw new InvalidArgument(`granted_scopes has more than ${MAX_GRANTED_SCOPES} values`);
  }
  return values;
}

export function accessTokenArgument(value: string): string {
  if (value === '') throw new InvalidArgument('access_token is missing');
  return value;
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

/** One rpc: validates the arguments, calls the operation and converts the outcome. Throws faults. */
export type Rpc<Request, Response> = (
  request: Request,
  operations: ConsentOperations,
  call: CallContext,
) => Response | Promise<Response>;

export interface HandlerDependencies {
  /** Undefined until a host description asks for an authorization server. Evaluated for each call. */
  readonly operations: () => ConsentOperations | undefined;
  readonly token: string | undefined;
  readonly logger: Logger;
  /** Calls under way; a shutdown waits for them. */
  readonly calls: InFlight;
}

/** The value of a request whose bytes cannot be parsed. */
export const MALFORMED = Symbol('malformed');

/**
 * The steps that all rpcs share, in this order: token, deadline, readiness, message; then the rpc, and its faults as
 * statuses.
 */
export function handlerOf<Request, Response>(
  name: string,
  rpc: Rpc<Request, Response>,
  dependencies: HandlerDependencies,
): handleUnaryCall<Request | typeof MALFORMED, Response> {
  const isAllowed = tokenCheck(dependencies.token);
  const answer = async (
    { request, metadata }: { request: Request | typeof MALFORMED; metadata: Metadata },
    context: CallContext,
  ): Promise<Response | StatusAnswer> => {
    try {
      if (!isAllowed(metadata)) return UNAUTHENTICATED;
      const operations = dependencies.operations();
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
    if (fault.code === status.INTERNAL)
      dependencies.logger.error({ ...fields, err: error }, 'a consent operation failed');
    else if (error instanceof Unavailable)
      dependencies.logger.warn(fields, `a consent operation failed: ${error.message}`);
    return fault;
  };
  return (call, callback) => {
    if (isOver(call)) return;
    dependencies.calls.add();
    void answer(call, incomingContext(call.metadata))
      .then((result) => {
        if (isStatus(result)) callback(result);
        else callback(null, result);
      })
      .catch((error: unknown) => dependencies.logger.error({ rpc: name, err: error }, 'failed to send a response'))
      .finally(() => dependencies.calls.remove());
  };
}

const UNAUTHENTICATED: StatusAnswer = {
  code: status.UNAUTHENTICATED,
  details: 'the shared token is missing or wrong: send the metadata "authorization: Bearer <consent.token>"',
};

/** Compares hashes in constant time, so that timing reveals neither content nor length of the token. */
function tokenCheck(token: string | undefined): (metadata: Metadata) => boolean {
  if (token === undefined) return () => true;
  const expected = sha256(token);
  return (metadata) => {
    const presented = incomingToken(metadata);
    return presented !== undefined && equalHashes(sha256(presented), expected);
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
