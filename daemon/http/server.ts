import type { Request, RequestHead } from './request.js';
import type { Response } from './response.js';

/**
 * The seam between an HTTP engine (uws-adapter.ts, node-adapter.ts) and everything else. An engine reads the head, asks
 * the dispatcher what to do with it, reads the body within the bounds it was told, and writes the answer. It refuses what
 * is malformed by itself (framing.ts), so a dispatcher sees well-formed requests only.
 */
export type Dispatch = (head: RequestHead) => Dispatched;

/** Either an answer that the head alone decides, or a handler with the bounds of the body it takes. */
export type Dispatched = Response | Handling;

export interface Handling {
  /** Bytes of body that are read at the most; enforced while reading. 0: a body is refused. */
  readonly maxBodyBytes: number;
  /** Answer to a body over the limit (413) or too slow in coming (408): the route knows in what form. */
  bodyRefused(reason: 'too_large' | 'too_slow'): Response;
  /** Never rejects, never throws: faults have become answers by then (pipeline.ts). */
  handle(request: Request): Response | Promise<Response>;
}

export interface ServerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Whether several processes may listen on this port (workers > 1). Otherwise a port in use is an error. */
  readonly sharePort: boolean;
  /** Milliseconds within which a body must have arrived whole. */
  readonly bodyTimeoutMs: number;
}

export interface RunningServer {
  readonly port: number;
  /**
   * Takes no new connections and no new requests, lets those under way finish, then closes. A request that comes on an
   * open connection meanwhile is answered 503 with Connection: close. Resolves when all is closed; after `timeoutMs` what
   * is left is cut off and the number of requests cut is returned.
   */
  drain(timeoutMs: number): Promise<number>;
}

/** One engine. Rejects with an error that names the address when it cannot listen. */
export type StartServer = (options: ServerOptions, dispatch: Dispatch) => Promise<RunningServer>;
