import { randomUUID } from 'node:crypto';
import type { CancelSignal } from '../core/cancellation.js';
import { Cancellation } from '../core/cancellation.js';
import type { CallContext } from '../core/runtime.js';

/**
 * A request as plain values, independent of the engine: the adapter copies everything out of the socket first, so that a
 * handler may keep it for any length of time.
 */
export interface RequestHead {
  /** Upper case: "GET". */
  readonly method: string;
  /** Path as sent, without query, not decoded: "/oauth/mcp/token". */
  readonly path: string;
  /** Query as sent, without "?", not decoded; empty when there is none. */
  readonly query: string;
  /** Names in lower case. Repeated headers are joined with ", " (cookie: "; "). */
  readonly headers: ReadonlyMap<string, string>;
  /** Address of the socket's peer: "127.0.0.1", "::1". http/client-address.ts finds the client behind a trusted proxy. */
  readonly remoteAddress: string;
}

export interface Request extends RequestHead {
  /** The whole body; empty when there is none. */
  readonly body: Buffer;
  /** Fires when the client disconnects before the answer. */
  readonly signal: CancelSignal;
}

const EMPTY = Buffer.alloc(0);

/** The request that both adapters pass to a handler. */
export class IncomingRequest implements Request {
  body: Buffer = EMPTY;
  readonly signal = new Cancellation();

  constructor(
    readonly method: string,
    readonly path: string,
    readonly query: string,
    readonly headers: ReadonlyMap<string, string>,
    readonly remoteAddress: string,
  ) {}

  /** Called by the adapter: the client disconnected before the answer. */
  abandon(): void {
    this.signal.cancel();
  }
}

/** Joins repeated headers as RFC 9110 §5.3 and, for cookies, RFC 9113 §8.2.3 specify. */
export function collectHeaders(headers: readonly string[], count: number): Map<string, string> {
  const collected = new Map<string, string>();
  for (let i = 0; i < count; i += 2) {
    const name = headers[i] ?? '';
    const value = headers[i + 1] ?? '';
    const earlier = collected.get(name);
    collected.set(name, earlier === undefined ? value : `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return collected;
}

/**
 * The call context of one HTTP request. Uses the id of x-request-id if it is safe in a log line, or generates one. All members
 * are own properties: a context is copied into log lines, and into one with a signal.
 */
export class RequestContext implements CallContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly requestId: string;

  constructor(head: RequestHead) {
    const requestId = head.headers.get('x-request-id');
    this.requestId = requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID();
    const traceparent = head.headers.get('traceparent');
    if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return;
    this.traceparent = traceparent;
    // W3C Trace Context §3.3.1.1: at least 512 characters must be propagated; a longer one may be dropped.
    const tracestate = head.headers.get('tracestate');
    if (tracestate !== undefined && TRACESTATE.test(tracestate)) this.tracestate = tracestate;
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
// W3C Trace Context §3.2.2: version ff and all-zero ids are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;
