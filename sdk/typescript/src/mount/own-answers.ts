import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientConnection } from './client-connection.js';
import type { Refusal } from './request-framing.js';

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
