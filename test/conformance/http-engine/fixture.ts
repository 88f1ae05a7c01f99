import { PreparedResponse } from '../../../daemon/http/response.js';
import type { Request } from '../../../daemon/http/request.js';
import type { Response } from '../../../daemon/http/response.js';
import type { Dispatcher, RunningServer, ServerOptions, StartServer } from '../../../daemon/http/server.js';
import { RawConnection, type RawResponse } from './raw-connection.js';

export const MAX_BODY_BYTES = 4096;
const BODY_TIMEOUT_MS = 1000;

export type Handle = (request: Request) => Response | Promise<Response>;

export interface Fixture {
  readonly port: number;
  readonly server: RunningServer;
  /** Requests that reached a handler, in order. */
  readonly handled: Request[];
  /** "GET /fixed": every request that reached the dispatcher, in order. */
  readonly dispatched: string[];
  readonly refused: string[];
  /** Connections that were closed immediately on arrival. */
  readonly refusedConnections: readonly number[];
  readonly faults: unknown[];
  connect(): Promise<RawConnection>;
  /** Sends one request on a separate connection. */
  ask(bytes: string | Buffer): Promise<RawResponse>;
  stop(): Promise<void>;
}

/**
 * A server of the engine under test. It knows "/fixed" (an answer that never changes, without its body but with its
 * length on HEAD), "/find-throws" (a dispatcher that violates its contract) and, for every other path, `handle`. A
 * request with X-Refuse is rejected by its head.
 */
export async function startFixture(
  start: StartServer,
  handle: Handle = echo,
  options: Partial<ServerOptions> = {},
): Promise<Fixture> {
  const handled: Request[] = [];
  const dispatched: string[] = [];
  const refused: string[] = [];
  const refusedConnections: number[] = [];
  const faults: unknown[] = [];
  const connections = new Set<RawConnection>();
  const handling = {
    path: '/',
    maxBodyBytes: MAX_BODY_BYTES,
    refusedByHead: (request: Request): Response | undefined =>
      request.headers.has('x-refuse') ? { status: 401, headers: [], body: request.remoteAddress } : undefined,
    bodyRefused: (reason: string): Response => ({
      status: reason === 'too_large' ? 413 : 408,
      headers: [],
      body: reason,
    }),
    handle: (request: Request) => {
      handled.push(request);
      return handle(request);
    },
  };
  const dispatcher: Dispatcher = {
    find(method, path) {
      dispatched.push(`${method} ${path}`);
      if (path === '/find-throws') throw new Error('the dispatcher broke its promise');
      return path === '/fixed' ? FIXED : handling;
    },
    whileDraining: (_method, path) =>
      new PreparedResponse({ status: 503, headers: [['x-of', path]], body: 'draining' }),
    refused: (method, path, { status, headers, body }) =>
      new PreparedResponse({ status, headers: [...headers, ['x-of', encodeURI(`${method} ${path}`)]], body }),
  };
  const server = await start(
    {
      host: '127.0.0.1',
      port: 0,
      sharePort: false,
      bodyTimeoutMs: BODY_TIMEOUT_MS,
      maxConnections: 1000,
      events: {
        refused: ({ refused: name }) => refused.push(name),
        connectionRefused: () => refusedConnections.push(Date.now()),
        faulted: (error) => faults.push(error),
      },
      ...options,
    },
    dispatcher,
  );
  const { port } = server;
  const open = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open(port);
    connections.add(connection);
    return connection;
  };
  return {
    port,
    server,
    handled,
    dispatched,
    refused,
    refusedConnections,
    faults,
    connect: open,
    async ask(bytes) {
      const connection = await open();
      connection.send(bytes);
      const response = await connection.response();
      connection.destroy();
      return response;
    },
    async stop() {
      for (const connection of connections) connection.destroy();
      await server.drain(0);
    },
  };
}

export const FIXED = new PreparedResponse({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: '{"fixed":true}',
});

/** The request as the handler got it. */
export interface Echo {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly remoteAddress: string;
  readonly body: string;
}

export function echo(request: Request): Response {
  const { method, path, query, remoteAddress, body } = request;
  const headers = Object.fromEntries(request.headers);
  return json({ method, path, query, remoteAddress, headers, body: body.toString('latin1') });
}

export function json(value: object): Response {
  return { status: 200, headers: [['content-type', 'application/json']], body: JSON.stringify(value) };
}

export function echoOf(response: RawResponse): Echo {
  return JSON.parse(response.body.toString()) as Echo;
}

/** A promise that a test settles. */
export function gate<T>(): { readonly promise: Promise<T>; open(value: T): void } {
  let open!: (value: T) => void;
  const promise = new Promise<T>((resolve) => (open = resolve));
  return { promise, open };
}
