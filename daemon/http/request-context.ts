import { randomUUID } from 'node:crypto';
import type { CallContext } from '../core/call-context.js';
import type { RequestHead } from './request.js';

/**
 * The call context of one HTTP request. The id is taken from x-request-id when it is harmless in a log line, and made up
 * otherwise, but only once somebody asks: many requests end without a log line or a call to the host.
 */
export class RequestContext implements CallContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  #requestId: string | undefined;

  constructor(head: RequestHead) {
    const requestId = head.headers.get('x-request-id');
    if (requestId !== undefined && REQUEST_ID.test(requestId)) this.#requestId = requestId;
    const traceparent = head.headers.get('traceparent');
    if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return;
    this.traceparent = traceparent;
    // W3C Trace Context §3.3.1.1: at least 512 characters are propagated; a longer one may be dropped.
    const tracestate = head.headers.get('tracestate');
    if (tracestate !== undefined && TRACESTATE.test(tracestate)) this.tracestate = tracestate;
  }

  get requestId(): string {
    this.#requestId ??= randomUUID();
    return this.#requestId;
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
// W3C Trace Context §3.2.2: version ff and all-zero ids are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;
