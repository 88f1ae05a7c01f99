import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { guardedLogger, stderrLogger } from '../shared/logger.js';
import { OutageLog } from '../shared/outage-log.js';
import { clientAddresses, hasLeft } from './client-address.js';
import { ClientConnection, MAX_PIPELINED, isUnanswered, refuse } from './client-connection.js';
import { Exchange, type Upstream } from './forward.js';
import { hasTooManyHeaders, isHeadTooLarge, MAX_HEAD_BYTES, MAX_HEADERS, requestHeaders } from './forwarded-headers.js';
import {
  checkNames,
  loggerOf,
  maxConnectionsOf,
  type MountOptions,
  proxiesOf,
  targetOf,
  timeoutOf,
  ownPaths,
} from './mount-options.js';
import { Places, UpstreamAgent } from './upstream-connections.js';
import type { Refusal } from './request-framing.js';
import { judgeRequest } from './request-framing.js';

/** The listener for node:http, or a middleware for Express and Connect. */
export type Mount = ((request: IncomingMessage, response: ServerResponse, next?: () => void) => void) & {
  /** Ends the kept-alive connections to Gatehouse. */
  close(): void;
};

/**
 * Forwards Gatehouse's own paths from the application's HTTP server to the daemon, so that both share one origin. Other
 * requests go to `next`, or get 404 without one.
 *
 * Mount it before anything that reads bodies, sets cookies or wraps responses: it streams requests and responses, and the
 * daemon applies the limits. List the application's address in the daemon's trusted proxies, so that the daemon trusts
 * the X-Forwarded-For of the mount.
 *
 * The mount decides how a request is delimited and where it goes, from the parsed request and never from forwarded client
 * headers (docs/security-shared-connections.md).
 *
 * @throws {Error} if an option is not valid
 */
export function mountGatehouse(options: MountOptions): Mount {
  checkNames(options);
  const isOurs = ownPaths(options);
  const { options: target, authority } = targetOf(options.target);
  const timeout = timeoutOf(options.timeout);
  const addressOf = clientAddresses(proxiesOf(options.trustedProxies));
  const maxConnections = maxConnectionsOf(options.maxConnections);
  const agent = new UpstreamAgent(maxConnections);
  const outage = new OutageLog(guardedLogger(loggerOf(options.logger ?? stderrLogger)), {
    lost: 'a request got no response from Gatehouse; counting further failures',
    stillLost: 'Gatehouse is still not responding',
    back: 'Gatehouse is responding again',
  });
  const shared: Upstream = { target, timeout, agent, places: new Places(maxConnections, timeout), outage };

  const mount = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    const isHttp1 = request.httpVersionMajor === 1;
    // Not only for paths of Gatehouse: the data behind a rejected request may be its body.
    if (isHttp1 && ClientConnection.of(request.socket).condemned) return;
    // Express rewrites url below a mount point, and keeps the original here.
    const path = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/';
    if (!isOurs(path.split('?', 1)[0] ?? path)) {
      if (next) next();
      else if (isUnanswered(response)) response.writeHead(404).end();
      return;
    }
    const refusal = forward(request, response, path);
    if (refusal !== undefined) refuse(request, response, refusal, path);
  };
  return Object.assign(mount, { close: () => agent.destroy() });

  /** The reason, if it does not. */
  function forward(request: IncomingMessage, response: ServerResponse, path: string): Refusal | undefined {
    if (request.httpVersionMajor !== 1) return NOT_HTTP1;
    if (hasTooManyHeaders(request)) return HEAD_TOO_LARGE;
    const framing = judgeRequest(request, path);
    if ('status' in framing) return framing;
    if ((request.readableDidRead || request.readableEncoding !== null) && framing.body !== 'none') return ALREADY_READ;
    if (hasLeft(request.socket)) return LEFT;
    const exchangeId = randomUUID();
    const headers = requestHeaders(request, framing, {
      host: authority,
      clientAddress: addressOf(request),
      exchangeId,
    });
    if (isHeadTooLarge(path, headers)) return HEAD_TOO_LARGE;
    const connection = ClientConnection.of(request.socket);
    if (!connection.hasRoom) return TOO_MANY_AT_ONCE;
    connection.enqueue(new Exchange(request, response, { path, headers, framing, exchangeId }, shared), response);
    // node:http drops the data behind an upgrade request in its packet, and would read the following data as a request.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    // Its answer ends the connection. A strict parser stops reading on its own.
    if (!response.shouldKeepAlive) connection.condemn();
    return undefined;
  }
}

const NOT_HTTP1: Refusal = { status: 505, reason: 'mountGatehouse only forwards requests of an HTTP/1.1 server.' };

const HEAD_TOO_LARGE: Refusal = {
  status: 431,
  reason: `The request line and headers exceed ${MAX_HEAD_BYTES} bytes or ${MAX_HEADERS} headers.`,
};

const ALREADY_READ: Refusal = {
  status: 500,
  reason:
    'A middleware read or re-encoded the body of this request before mountGatehouse. Mount Gatehouse before body parsers.',
};

const LEFT: Refusal = { status: 400, reason: 'The connection ended before the request was handled.' };

const TOO_MANY_AT_ONCE: Refusal = {
  status: 503,
  reason: `More than ${MAX_PIPELINED} requests are waiting on this connection. Wait for responses before you send more.`,
};
