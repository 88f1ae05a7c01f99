import { status } from '@grpc/grpc-js';
import { BackendMissing, Unavailable } from '../core/faults.js';
import { PendingRequestLost } from '../oauth/usecases/consent-operations.js';
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
    // Whether a pending request is there is known of a grant alone; after it, asking again tells (consent.proto).
    const next = error instanceof PendingRequestLost ? 'the pending request is lost: start again' : 'try again';
    return { code: status.UNAVAILABLE, details: `${what} is away; ${next}` };
  }
  return { code: status.INTERNAL, details: `Gatehouse has a fault of its own; its log has it under ${requestId}` };
}

export const NOT_READY: StatusAnswer = {
  code: status.FAILED_PRECONDITION,
  details: 'Gatehouse is not ready: the host offers no BackendService, or has not described itself yet',
};
