import { status } from '@grpc/grpc-js';
import { BackendMissing, Unavailable } from '../core/faults.js';
import { InvalidArgument } from './arguments.js';

export interface StatusAnswer {
  readonly code: status;
  /** For the caller: never a detail of ours or of the host. */
  readonly details: string;
}

/** The table of faults at the head of ConsentService (consent.proto). */
export function faultStatus(error: unknown, requestId: string): StatusAnswer {
  if (error instanceof InvalidArgument) return { code: status.INVALID_ARGUMENT, details: error.message };
  if (error instanceof BackendMissing) return NOT_READY;
  if (error instanceof Unavailable) {
    const what = error.peer === 'host' ? 'the host' : 'the state store';
    return { code: status.UNAVAILABLE, details: `${what} is away, try again; the request is kept` };
  }
  return { code: status.INTERNAL, details: `Gatehouse has a fault of its own; its log has it under ${requestId}` };
}

export const NOT_READY: StatusAnswer = {
  code: status.FAILED_PRECONDITION,
  details: 'Gatehouse is not ready: the host offers no BackendService, or has not described itself yet',
};
