import { status } from '@grpc/grpc-js';

/**
 * Gatehouse cannot answer right now. Show "try again in a moment", and try again: Gatehouse keeps the pending request if
 * it can; if it could not, the next call returns "pending_not_found".
 */
export class GatehouseUnavailable extends Error {
  override readonly name = 'GatehouseUnavailable';
}

/** Gatehouse rejected the call, or failed: a wrong token, a malformed argument, a bug. Trying again does not help. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';

  constructor(
    message: string,
    /** Name of the gRPC status, over HTTP too: "INVALID_ARGUMENT", "UNAUTHENTICATED", "INTERNAL". */
    readonly code: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

const TRANSIENT = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.RESOURCE_EXHAUSTED,
  // Gatehouse has not received the host's description yet.
  status.FAILED_PRECONDITION,
]);

/** How a call ended without a response. */
export interface Failure {
  /** A gRPC status, over HTTP too. */
  readonly code: status;
  readonly details: string;
}

/** The texts come from Gatehouse and contain no secret; gRPC status details never contain the request. */
export function toFault(rpc: string, requestId: string, error: Failure): Error {
  const message = `${rpc} (request ${requestId}): ${error.details}`;
  if (TRANSIENT.has(error.code)) return new GatehouseUnavailable(message, { cause: error });
  return new GatehouseError(message, status[error.code], { cause: error });
}
