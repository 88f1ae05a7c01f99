import type { Duration__Output } from '@gatehouse/proto/generated/google/protobuf/Duration';
import { REDACTED, secretsIn } from '@gatehouse/proto/redact';
import { fromDuration } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import { DeadlineExceeded, Unavailable } from '../ports/errors.js';
import { deadlineIn, msUntil } from '../shared/deadline.js';
import { readable } from '../shared/thrown.js';
import { InvalidField } from './fields.js';
import { missingText } from './missing-tables.js';

/** The limits of a call: its deadline, and its cancellation by the caller. */
export interface CallLimits {
  readonly deadline: Date;
  /** Aborted when the caller cancels the call. The deadline does not abort it. */
  readonly signal: AbortSignal;
  /** The same as `signal.aborted`, for limits that create their signal when it is first read. */
  readonly isCancelled?: boolean;
}

/** Throws DeadlineExceeded once the deadline has passed or the caller has cancelled. */
export function requireWanted(limits: CallLimits): void {
  const isCancelled = limits.isCancelled ?? limits.signal.aborted;
  if (isCancelled || msUntil(limits.deadline) <= 0) throw new DeadlineExceeded();
}

/** For a call without a deadline, which a tool might make; Gatehouse never does. */
const LONGEST_CALL_MS = 60_000;

/** Of a unary call over gRPC, in either of its forms. */
export function deadlineOfCall(deadline: Date | number): Date {
  const ms = (deadline instanceof Date ? deadline.getTime() : deadline) - Date.now();
  return deadlineIn(Math.min(ms, LONGEST_CALL_MS));
}

/** Of a request on a stream, which has waited that long for this process. */
export function deadlineOfStreamed(timeout: Duration__Output | null, waitedMs: number): Date {
  const patience = timeout === null ? LONGEST_CALL_MS : Math.min(fromDuration(timeout), LONGEST_CALL_MS);
  return deadlineIn(patience - waitedMs);
}

/**
 * For work of the application itself, outside of a call: at most `ms` from now. The signal is never aborted. Each piece of work
 * has its own, because they all listen to it: Node.js warns of a leak when eleven share one.
 */
export function limitsOf(ms: number): CallLimits {
  return { deadline: deadlineIn(ms), signal: new AbortController().signal };
}

/** A gRPC status other than OK, with a text that is safe for Gatehouse's log: it contains no application data. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';

  constructor(
    readonly code: status,
    message: string,
  ) {
    super(message);
  }
}

/** Converts a thrown error for the caller. The details of an unexpected error stay in the host's own log. Never throws. */
export function toRpcFault(thrown: unknown): RpcFault {
  const error = readable(thrown);
  if (error instanceof RpcFault) return error;
  if (error instanceof InvalidField) return new RpcFault(status.INVALID_ARGUMENT, error.message);
  if (error instanceof DeadlineExceeded) return new RpcFault(status.DEADLINE_EXCEEDED, error.message);
  if (error instanceof Unavailable) return new RpcFault(status.UNAVAILABLE, 'the host cannot respond right now');
  // A missing table is the most frequent mistake of a new host. Gatehouse's commands show this text to its author.
  return new RpcFault(status.INTERNAL, missingText(error) ?? 'the host failed; see its log for this request id');
}

/**
 * The loggable part of an error: no additional properties (drivers put values there), and no secret of the message. Never throws.
 */
export function describeError(thrown: unknown, messageName: string, message: object): object {
  const error = readable(thrown);
  const secrets = secretsIn(messageName, message);
  const scrub = (text: string): string =>
    secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, REDACTED), text);
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const code: unknown = (error as { code?: unknown }).code;
  const advice = missingText(error);
  return {
    ...(advice !== undefined && { advice }),
    name: error.name,
    message: scrub(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
  };
}
