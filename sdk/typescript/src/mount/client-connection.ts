import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from './request-framing.js';

/** A request of one connection, to be forwarded. */
export interface Turn {
  /** Called once, when the earlier requests are answered. */
  start(): void;
  /** The client left, or other code answered: write nothing more, and send nothing to Gatehouse. */
  abandon(): void;
}

/** Requests of one connection that may wait behind the current one. Browsers and HTTP libraries do not pipeline. */
export const MAX_PIPELINED = 8;

const connections = new WeakMap<Socket, ClientConnection>();

/**
 * One connection of a client to the application. node:http runs the listener for all requests in a packet at the same
 * time, even for those behind a rejected request. Here they wait for each other: a client has at most one request in
 * progress at Gatehouse for each open connection.
 */
export class ClientConnection {
  #condemned = false;
  /** The first one is in progress. */
  readonly #turns: Turn[] = [];

  static of(socket: Socket): ClientConnection {
    let connection = connections.get(socket);
    if (connection === undefined) {
      connection = new ClientConnection();
      connections.set(socket, connection);
      const { leave } = connection;
      // The answer to a pipelined request emits no `close` before its turn to be written.
      socket.once('close', leave);
    }
    return connection;
  }

  /** Whether the connection ends with an answer already given: requests behind it are not processed (RFC 9112 §9.6). */
  get condemned(): boolean {
    return this.#condemned;
  }

  condemn(): void {
    this.#condemned = true;
  }

  /** Whether another request may wait. */
  get hasRoom(): boolean {
    return this.#turns.length <= MAX_PIPELINED;
  }

  /** Runs the request when the earlier ones are answered. Its turn ends when `response` is written, by any code. */
  enqueue(turn: Turn, response: ServerResponse): void {
    this.#turns.push(turn);
    const end = (): void => this.#end(turn);
    response.once('finish', end).once('close', end);
    if (this.#turns[0] === turn) turn.start();
  }

  #end(turn: Turn): void {
    const at = this.#turns.indexOf(turn);
    if (at === -1) return;
    this.#turns.splice(at, 1);
    turn.abandon();
    if (at === 0) this.#turns[0]?.start();
  }

  readonly leave = (): void => {
    this.#condemned = true;
    for (const turn of this.#turns.splice(0)) turn.abandon();
  };
}

/**
 * Whether no code has answered yet and the client can still receive an answer: a middleware with a timeout may have been
 * faster.
 */
export function isUnanswered(response: ServerResponse): boolean {
  return !response.headersSent && !response.writableEnded && !response.destroyed;
}

/**
 * Closes the connection, so that no data behind a rejected request is read.
 * @param path with or without the query
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason }: Refusal,
  path: string,
): void {
  // An HTTP/2 connection also carries valid requests.
  const closes = request.httpVersionMajor === 1;
  if (closes) ClientConnection.of(request.socket).condemn();
  answer(request, response, path, closes, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${reason}\n`,
  });
}

/** Why Gatehouse did not answer: it failed (502), or there were too many other requests (503). */
export type Unavailability = 502 | 503;

const DESCRIPTIONS = {
  502: 'The authorization server is not available right now.',
  503: 'Too many requests are waiting for the authorization server. Try again in a moment.',
} as const;

/**
 * In the daemon's own error format, so that a client keeps its tokens and tries again.
 * @param path with or without the query
 */
export function answerUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  status: Unavailability,
  path: string,
): void {
  if (!isUnanswered(response)) return;
  if (!request.complete) ClientConnection.of(request.socket).condemn();
  answer(request, response, path, !request.complete, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '5' },
    body: JSON.stringify({ error: 'temporarily_unavailable', error_description: DESCRIPTIONS[status] }),
  });
}

interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The endpoints that answer pages of any origin (AS-18), below an issuer path or not. */
const CROSS_ORIGIN = /\/\.well-known\/|\/oauth\/mcp\/(?:token|register|revoke)$/;

/** So that a page can read the answer, as it can read those of the daemon. */
const READABLE = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };

/** A page gets to read the answer to its request only if the preflight request before it succeeds, as at the daemon. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version, *',
};

const MALFORMED = 400;

/** Every answer of the mount's own. A preflight request succeeds, unless it is malformed itself: browsers never send one like that. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  closes: boolean,
  { status, headers, body }: OwnAnswer,
): void {
  if (!isUnanswered(response)) return;
  const ending = closes ? { connection: 'close' } : {};
  const isCrossOrigin = CROSS_ORIGIN.test(path.split('?', 1)[0] ?? path);
  if (isCrossOrigin && request.method === 'OPTIONS' && status !== MALFORMED) {
    response.writeHead(204, { ...PREFLIGHT, ...ending }).end();
    return;
  }
  response.writeHead(status, { ...headers, ...(isCrossOrigin && READABLE), ...ending });
  response.end(body);
}
