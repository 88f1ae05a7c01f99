import { DeadlineExceeded } from '../ports/unavailable.js';

/** How long a call is wanted: until its deadline, and for as long as its caller waits. */
export interface CallLimits {
  readonly deadline: Date;
  /** Aborted when the caller cancels the call. The deadline does not abort it. */
  readonly signal: AbortSignal;
}

/** Throws DeadlineExceeded once the call is no longer wanted. */
export function requireWanted({ deadline, signal }: CallLimits): void {
  if (signal.aborted || Date.now() >= deadline.getTime()) throw new DeadlineExceeded();
}

/** For a call without a deadline, which Gatehouse never makes, but a tool might. */
export const LONGEST_CALL_MS = 60_000;

const NEVER_CANCELLED = new AbortController().signal;

/** For work of the application itself, on behalf of no call: at most `ms` from now. */
export function limitsOf(ms: number): CallLimits {
  return { deadline: new Date(Date.now() + ms), signal: NEVER_CANCELLED };
}
