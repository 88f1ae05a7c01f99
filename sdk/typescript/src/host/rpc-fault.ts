import { status } from '@grpc/grpc-js';
import { DeadlineExceeded, Unavailable } from '../ports/unavailable.js';
import { InvalidField } from '../wire/fields.js';

/** A gRPC status other than OK, with a text that is fit for Gatehouse's log: it holds nothing of the application's. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';

  constructor(
    readonly code: status,
    message: string,
  ) {
    super(message);
  }
}

/** What a thrown error means to the caller. The details of an unexpected one stay in the host's own log. */
export function toRpcFault(error: unknown): RpcFault {
  if (error instanceof RpcFault) return error;
  if (error instanceof InvalidField) return new RpcFault(status.INVALID_ARGUMENT, error.message);
  if (error instanceof DeadlineExceeded) return new RpcFault(status.DEADLINE_EXCEEDED, error.message);
  if (error instanceof Unavailable) return new RpcFault(status.UNAVAILABLE, 'the host cannot answer just now');
  return new RpcFault(status.INTERNAL, "the host failed; its own log says why, under this call's request id");
}
