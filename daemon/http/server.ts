import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refused } from './framing.js';
import type { Request } from './request.js';
import type { PreparedResponse, Response } from './response.js';

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
   * After announceClose() requests are still served for a moment once the listener is closed (stopListening).
   */
  drain(timeoutMs: number): Promise<number>;
}

/** One engine. Rejects with an error that names the address when it cannot listen. */
export type StartServer = (options: ServerOptions, dispatcher: Dispatcher) => Promise<RunningServer>;

/** Why nothing can listen on the address just now, found out by trying; undefined when something can. */
export function listenProblem(address: Pick<ServerOptions, 'host' | 'port'>): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      resolve(listenError(address, cause));
    });
    probe.listen({ host: address.host, port: address.port, exclusive: true }, () => {
      probe.close(() => {
        resolve(undefined);
      });
    });
  });
}

/** @param cause undefined when the engine gives no reason and the address has become free meanwhile */
export function listenError(
  options: Pick<ServerOptions, 'host' | 'port'>,
  cause: NodeJS.ErrnoException | undefined,
): Error {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const reason = REASONS[cause?.code ?? ''] ?? cause?.message ?? 'the address has just been taken; try again';
  return new Error(`cannot listen on ${host}:${options.port}: ${reason}`, { cause });
}

const REASONS: Record<string, string | undefined> = {
  EADDRINUSE: 'the port is in use by another process (EADDRINUSE)',
  EADDRNOTAVAIL: 'this machine does not have that address (EADDRNOTAVAIL)',
  EACCES: 'binding ports below 1024 requires extra privileges (EACCES)',
  ENOTFOUND: 'unknown host name (ENOTFOUND)',
};

const TURNS = 3;
/** A request is on its way for so long, on a connection that was opened a moment before the listener closed. */
const ON_THE_WAY_MS = 250;

/**
 * Closes a listener so that no request is lost that a proxy would not repeat, such as a POST. It closes right after the event
 * loop has looked for new connections, because what the system accepted for us and we did not take yet is reset with it.
 * Then it waits for the first requests of the connections that were taken last.
 */
export async function stopListening(close: () => void, timeoutMs: number): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  close();
  await sleep(Math.min(ON_THE_WAY_MS, timeoutMs / 2));
}
