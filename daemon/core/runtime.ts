/** Where "now" comes from, so that a test can move time. Epoch milliseconds, like every `…At` field of the daemon. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * What the daemon's parts log through; pino satisfies it (observability/log.ts). Fields first, then a message that reads
 * by itself. Never put a request's query, body, cookie or authorization in the fields: the redaction is a safety net only.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

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

/**
 * A part of the daemon with a life of its own: a listener, a connection, a timer. lifecycle.ts starts components in the
 * order of their list, and stops them in the reverse order, each at most once.
 */
export interface Component {
  /** What the log calls it: "http", "redis". */
  readonly name: string;

  /**
   * Resolves when the component does its work. A rejection ends the daemon, and its message is read by an operator: it
   * names what failed and where ("cannot listen on 127.0.0.1:8081: address in use"). A peer that is not there yet is
   * no reason to reject: connect in the background and tell /readyz.
   */
  start(): Promise<void>;

  /**
   * Takes nothing new, finishes what is under way, and resolves when it is gone. What is not finished after `timeoutMs` is
   * cut off and told, in words an operator reads ("3 HTTP requests"); undefined when nothing was lost.
   */
  stop(timeoutMs: number): Promise<string | undefined>;
}
