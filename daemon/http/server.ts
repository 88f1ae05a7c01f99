import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refused } from './framing.js';
import type { Request } from './request.js';
import type { PreparedResponse, Response } from './response.js';

/**
 * The interface between an HTTP engine (uws-adapter.ts, node-adapter.ts) and everything else. An engine reads the head,
 * rejects malformed requests on its own (framing.ts), asks the dispatcher who answers, reads the body within the given
 * limits, and writes the answer. A dispatcher sees only well-formed requests, and each of them exactly once.
 */
export interface Dispatcher {
  /**
   * Returns either an answer that depends only on method and path, which costs neither a copy of the headers nor an
   * allocation, or the handler with the limits of its body. Synchronous; never throws.
   */
  find(method: string, path: string): PreparedResponse | Handling;

  /**
   * The answer to a request that arrives during the drain, in the format of its route: clients read it like any other.
   * Synchronous; never throws.
   */
  whileDraining(method: string, path: string): PreparedResponse;

  /**
   * The answer to a request that its head alone refuses (framing.ts): with CORS headers where the answers of the path have
   * them, so that a page can read the reason. The method and the path may be anything. Synchronous; never throws.
   */
  refused(method: string, path: string, refusal: PreparedResponse): PreparedResponse;
}

export interface Handling {
  /** The path of its route, or its pattern ("/admin/:id"): one of a fixed set, unlike the path of a request. */
  readonly path: string;
  /** Maximum bytes of the body, enforced while reading. 0: a body is rejected. */
  readonly maxBodyBytes: number;
  /** An answer that the head alone decides, evaluated before any of the body is kept. Never throws. */
  refusedByHead(request: Request): Response | undefined;
  /** The answer, in the route's format, to a body over the limit (413) or one that arrives too slowly (408). */
  bodyRefused(reason: BodyRefusal, request: Request): Response;
  /** Never rejects, never throws: the pipeline has already turned faults into answers (pipeline.ts). */
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
   * Milliseconds for the whole body to arrive. uWebSockets.js itself cuts off a body slower than about 160 KiB in 10 s,
   * without an answer; keep this below 8,000 so that clients see a 408.
   */
  readonly bodyTimeoutMs: number;
  /**
   * Maximum open connections. It limits what clients can occupy by sending their head byte by byte: uWebSockets.js times out
   * on silence (10 s), but not on slowness. SPARE_CONNECTIONS more are accepted, so that a probe gets through; while any of
   * those is open, every answer closes its connection. Connections beyond that are closed immediately.
   */
  readonly maxConnections: number;
  readonly events: ServerEvents;
}

/** Events of an engine that no dispatcher can see. Must not throw. */
export interface ServerEvents {
  /** A request was refused before routing, or its connection was closed because of how its body arrived. */
  refused(refusal: Refused): void;
  /** A new connection was closed for lack of room. */
  connectionRefused(): void;
  /** A defect of ours, answered with 500 or by closing the connection: log it as an error. */
  faulted(error: unknown): void;
}

/** Room beyond `maxConnections`, for probes and for clients with a single request. */
export const SPARE_CONNECTIONS = 32;

export interface RunningServer {
  readonly port: number;
  /** Open connections. */
  readonly connections: number;
  /**
   * From now on every answer says Connection: close, so that proxies and clients send their next request elsewhere. Requests
   * are served as before. This is the first step of a shutdown, before drain().
   */
  announceClose(): void;
  /**
   * Takes no new connections and no new requests, lets those under way finish, then closes every connection. A request that
   * arrives on an open connection meanwhile gets 503 with Connection: close. Resolves when all connections are closed. After
   * `timeoutMs`, it cuts off the rest and returns how many requests it cut off. Later calls return the first call's result.
   * After announceClose(), new connections have a moment to send a request that is served (stopListening).
   */
  drain(timeoutMs: number): Promise<number>;
}

/** One engine. Rejects with an error that names the address if it cannot listen. */
export type StartServer = (options: ServerOptions, dispatcher: Dispatcher) => Promise<RunningServer>;

/** The reason why nothing can listen on the address now, found by trying; undefined if something can. */
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

/** @param cause undefined if the engine gives no reason and the address has become free meanwhile */
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

/** A listener as its engine knows it. */
export interface Listener {
  close(): void;
  /** How many connections are open. */
  readonly connections: number;
  /** How many it has taken so far. */
  readonly taken: number;
  /** When it took the last one; performance.now(). */
  readonly lastTaken: number;
}

/** After this time without an idle turn, any turn that found no connection will do. */
const BUSY_MS = 250;
/** A turn of the event loop that takes longer did more than ask for connections: others may have arrived since it asked. */
const IDLE_TURN_MS = 0.3;
/** How long connections that keep arriving may delay the end, and a new connection may take to send its request. */
const PATIENCE_MS = 2000;
const CHECK_MS = 20;

/**
 * Closes a listener without losing a request that a proxy would not retry, such as a POST. Closing resets connections that
 * the system has accepted and we have not taken yet, of which libuv takes one in each turn of the event loop. So it closes
 * after a turn that found none and did nothing else; once BUSY_MS have passed without such a turn, after one that found none.
 * Then it waits while a new connection is open: a proxy on a busy machine may take a while between opening one and sending
 * its request.
 */
export async function stopListening(listener: Listener, timeoutMs: number): Promise<void> {
  const patience = Math.min(PATIENCE_MS, timeoutMs / 2);
  const begun = performance.now();
  const waited = (): number => performance.now() - begun;
  await nextTurn();
  for (let isEmpty = false; !isEmpty && waited() < patience;) {
    const [before, at] = [listener.taken, waited()];
    await nextTurn();
    isEmpty = listener.taken === before && (waited() - at < IDLE_TURN_MS || at > BUSY_MS);
  }
  listener.close();
  while (listener.connections > 0 && performance.now() - listener.lastTaken < patience) await sleep(CHECK_MS);
  // Requests that arrived while this process got no processor time.
  await nextTurn();
}

/** Resolves right after the event loop has polled for new connections. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
