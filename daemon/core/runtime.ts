import type { CancelSignal } from './cancellation.js';

/** The source of "now", so that a test can move time. Epoch milliseconds, like every `…At` field of the daemon. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Never jumps, whatever happens to the system's time: for what only this process remembers for a while, such as throttles. If
 * the time is set back by an hour, a lockout or a retry window would otherwise last an hour longer; if it is set forward, all
 * throttles would be lost.
 */
export const steadyClock: Clock = { now: () => Math.floor(performance.timeOrigin + performance.now()) };

/**
 * The logger of the daemon's parts; pino satisfies it (observability/log.ts). Fields come first, then a message that makes
 * sense without them. Never put a request's query, body, cookie or authorization in the fields: redaction is only a safety
 * net.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Passed with one piece of work through every port, so that the host's log and trace can be joined with ours. Plain data
 * that no decision depends on.
 */
export interface CallContext {
  readonly requestId: string;
  /** W3C trace context as received or started; absent if there is none. */
  readonly traceparent?: string;
  readonly tracestate?: string;
  /**
   * Aborted when the caller no longer waits for the outcome. Only operations that change nothing may be abandoned because of
   * it.
   */
  readonly signal?: CancelSignal;
}

/**
 * A part of the daemon that starts and stops: a listener, a connection, a timer. lifecycle.ts starts components in the order
 * of their list and stops them in reverse order.
 */
export interface Component {
  /** Its name in the log: "http", "redis". */
  readonly name: string;

  /**
   * Resolves when the component works. A rejection ends the daemon. Operators read its message, which names what failed and
   * where ("cannot listen on 127.0.0.1:8081: address in use"). Do not reject because a peer is absent: connect in the
   * background and report it through /readyz.
   */
  start(): Promise<void>;

  /**
   * Takes nothing new, finishes what is under way, and resolves when the component is gone. Cuts off what is not finished
   * after `timeoutMs` and returns it in words for an operator ("3 HTTP requests"); undefined if nothing was lost. Called a second
   * time only if the first call came before start() had resolved.
   */
  stop(timeoutMs: number): Promise<string | undefined>;
}
