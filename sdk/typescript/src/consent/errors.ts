import type { ServiceError } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';

/**
 * Gatehouse cannot answer just now. Show "try again in a moment", and try again: a pending request is kept where Gatehouse
 * can keep it, and the next call says "pending_not_found" where it could not.
 */
export class GatehouseUnavailable extends Error {
  override readonly name = 'GatehouseUnavailable';
}

/** Gatehouse refused the call, or failed: a wrong token, a malformed argument, a bug. Trying again does not help. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';

  constructor(
    message: string,
    /** Name of the gRPC status: "INVALID_ARGUMENT", "UNAUTHENTICATED", "INTERNAL". */
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
  // The host has not been heard of yet.
  status.FAILED_PRECONDITION,
]);

/** The texts are Gatehouse's own, and hold no secret; the status details of gRPC never hold the request. */
export function toFault(rpc: string, requestId: string, error: ServiceError): Error {
  const message = `${rpc} (request ${requestId}): ${error.details}`;
  if (TRANSIENT.has(error.code)) return new GatehouseUnavailable(message, { cause: error });
  return new GatehouseError(message, status[error.code], { cause: error });
}
