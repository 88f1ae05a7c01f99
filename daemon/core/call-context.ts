/**
 * What travels with one piece of work through every port, so that the host's log and trace can be joined with ours.
 * Plain data: nothing in here decides anything.
 */
export interface CallContext {
  readonly requestId: string;
  /** W3C trace context as received or started; absent when there is none. */
  readonly traceparent?: string;
  readonly tracestate?: string;
  /** Aborted when nobody waits for the outcome any more. Only what changes nothing may be given up upon it. */
  readonly signal?: AbortSignal;
}
