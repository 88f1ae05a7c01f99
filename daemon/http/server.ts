import type { Refused } from './framing.js';
import type { PreparedResponse } from './prepared-response.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/**
 * The seam between an HTTP engine (uws-adapter.ts, node-adapter.ts) and everything else. An engine reads the head,
 * refuses by itself what is malformed (framing.ts), asks the dispatcher who answers, reads the body within the bounds it
 * was told, and writes the answer. A dispatcher sees well-formed requests only, and each of them exactly once.
 */
export interface Dispatcher {
  /**
   * Either an answer that method and path alone decide, which costs neither a copy of the headers nor an allocation, or
   * the handler with the bounds of the body it takes. Synchronous; never throws.
   */
  find(method: string, path: string): PreparedResponse | Handling;
}

export interface Handling {
  /** Bytes of body that are read at the most; enforced while reading. 0: a body is refused. */
  readonly maxBodyBytes: number;
  /** Answer that the head alone decides, whatever the body is: asked before any of it is kept. Never throws. */
  refusedByHead(request: Request): Response | undefined;
  /** Answer to a body over the limit (413) or too slow in coming (408): the route knows in what form. */
  bodyRefused(reason: BodyRefusal, request: Request): Response;
  /** Never rejects, never throws: faults have become answers by then (pipeline.ts). */
  handle(request: Request): Response | Promise<Response>;
}

export type BodyRefusal = 'too_large' | 'too_slow';

export interface ServerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Whether several processes may listen on this port (workers > 1). Otherwise a port in use is an error. */
  readonly sharePort: boolean;
  /**
   * Milliseconds within which a body must have arrived whole. uWebSockets.js itself cuts a body that moves less than
   * about 160 KiB in 10 s, without an answer; keep this below 8,000 for a 408 to be seen.
   */
  readonly bodyTimeoutMs: number;
  /**
   * Connections open at the same time. It bounds what clients can hold that send their head byte by byte: uWebSockets.js
   * gives up on silence only (10 s), not on slowness. SPARE_CONNECTIONS more are accepted, so that a probe gets in; while
   * any of those is open, every answer closes its connection. What comes beyond is closed at once.
   */
  readonly maxConnections: number;
  readonly events: ServerEvents;
}

/** What an engine tells that no dispatcher can see. Must not throw. */
export interface ServerEvents {
  /** A request was refused before routing, or its connection closed because of how its body came. */
  refused(refusal: Refused): void;
  /** A connection was closed as it came, because there was no room for it. */
  connectionRefused(): void;
  /** A defect of ours, answered 500 or by closing the connection: to be logged as an error. */
  faulted(error: unknown): void;
}

/** Room beyond `maxConnections`, for probes and for whoever makes one request and goes. */
export const SPARE_CONNECTIONS = 32;

export interface RunningServer {
  readonly port: number;
  /** Connections that are open now. */
  readonly connections: number;
  /**
   * From now on every answer says Connection: close, so that proxies and clients look elsewhere for the next request.
   * Requests are served as before: the first step of a shutdown, before drain().
   */
  announceClose(): void;
  /**
   * Takes no new connections and no new requests, lets those under way finish, then closes every connection. A request
   * that comes on an open connection meanwhile is answered 503 with Connection: close. Resolves when all is closed; after
   * `timeoutMs` what is left is cut off and the number of requests cut is returned. Later calls return the first's result.
   * After announceClose() requests are still served for a moment once the listener is closed (stop-listening.ts).
   */
  drain(timeoutMs: number): Promise<number>;
}

/** One engine. Rejects with an error that names the address when it cannot listen. */
export type StartServer = (options: ServerOptions, dispatcher: Dispatcher) => Promise<RunningServer>;
