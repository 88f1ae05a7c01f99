import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from './request-framing.js';

/** A request of one connection that is to be forwarded. */
export interface Turn {
  /** Called once, when those before it are answered. */
  start(): void;
  /** The client went away, or somebody else answered: nothing is written any more, and nothing asked of Gatehouse. */
  abandon(): void;
}

/** Requests of one connection that may wait behind the one under way. Browsers and HTTP libraries do not pipeline. */
export const MAX_PIPELINED = 8;

const connections = new WeakMap<Socket, ClientConnection>();

/**
 * One connection of a client to the application. node:http runs the listener for every request that it finds in a packet
 * at once, and goes on to do so behind a request that was refused. Here they wait for each other: a client has one request
 * under way at Gatehouse for each connection that it holds open.
 */
export class ClientConnection {
  #condemned = false;
  /** The first one is under way. */
  readonly #turns: Turn[] = [];

  static of(socket: Socket): ClientConnection {
    let connection = connections.get(socket);
    if (connection === undefined) {
      connection = new ClientConnection();
      connections.set(socket, connection);
      const { leave } = connection;
      // The answer to a pipelined request has no `close` of its own before its turn to be written.
      socket.once('close', leave);
    }
    return connection;
  }

  /** Whether the connection ends with an answer that was given: what stands behind that request is not processed (RFC 9112 §9.6). */
  get condemned(): boolean {
    return this.#condemned;
  }

  condemn(): void {
    this.#condemned = true;
  }

  /** Whether one more request may wait. */
  get hasRoom(): boolean {
    return this.#turns.length <= MAX_PIPELINED;
  }

  /** Runs the request when those before it are answered. Its turn is over when `response` is written, by whomever. */
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

/** Whether nobody answered yet and an answer would reach somebody: a middleware with a timeout may have been faster. */
export function isUnanswered(response: ServerResponse): boolean {
  return !response.headersSent && !response.writableEnded && !response.destroyed;
}

/** Nothing that stands behind a refused request on its connection is looked at. */
export function refuse(request: IncomingMessage, response: ServerResponse, { status, reason }: Refusal): void {
  // A connection of HTTP/2 carries the requests of others, who did nothing wrong.
  if (request.httpVersionMajor === 1) ClientConnection.of(request.socket).condemn();
  if (!isUnanswered(response)) return;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(request.httpVersionMajor === 1 ? { connection: 'close' } : {}),
  });
  response.end(`${reason}\n`);
}

/** Why Gatehouse did not answer: it failed (502), or it was not asked because too many others do (503). */
export type Unavailability = 502 | 503;

const DESCRIPTIONS = {
  502: 'The authorization server is not available right now.',
  503: 'Too many requests are waiting for the authorization server. Try again in a moment.',
} as const;

/** In the form in which the daemon itself says so; a client keeps its tokens and tries again. */
export function answerUnavailable(request: IncomingMessage, response: ServerResponse, status: Unavailability): void {
  if (!isUnanswered(response)) return;
  if (!request.complete) ClientConnection.of(request.socket).condemn();
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'retry-after': '5',
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(JSON.stringify({ error: 'temporarily_unavailable', error_description: DESCRIPTIONS[status] }));
}
