import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import type { Duration } from '../duration.js';
import { milliseconds } from '../duration.js';
import { clientAddresses } from './client-address.js';
import { forward } from './forward.js';
import { isHeadTooLarge, MAX_HEAD_BYTES, MAX_HEADERS, requestHeaders } from './forwarded-headers.js';
import type { MountedPaths } from './paths.js';
import { ownPaths } from './paths.js';
import type { Refusal } from './request-framing.js';
import { judgeRequest } from './request-framing.js';
import { UpstreamAgent } from './upstream-agent.js';
import { UpstreamLog } from './upstream-log.js';
import { guardedLogger } from '../host/guarded-logger.js';
import { stderrLogger } from '../host/stderr-logger.js';
import type { Logger } from '../ports/logger.js';

/** Where Gatehouse is, and which paths are its own. */
export interface MountOptions extends MountedPaths {
  /** Where Gatehouse listens for HTTP: "http://127.0.0.1:8081", or "unix:/run/proxy.sock" for a proxy on a Unix socket. */
  readonly target: string;
  /** How long Gatehouse may stay silent. Default: "30s". */
  readonly timeout?: Duration;
  /**
   * The proxies in front of the application, whose X-Forwarded-For is believed: addresses and ranges ("10.0.0.0/8",
   * "::1"), and "unix:" where the application listens on a Unix socket. Default: none, so that the client is whoever
   * opened the connection.
   */
  readonly trustedProxies?: readonly string[];
  /** Told why Gatehouse could not be asked, once for each reason. Default: one line of JSON on stderr. */
  readonly logger?: Logger;
}

/** For node:http as the listener itself, for Express and Connect as middleware. */
export type Mount = ((request: IncomingMessage, response: ServerResponse, next?: () => void) => void) & {
  /** Ends the kept-alive connections to Gatehouse. */
  close(): void;
};

/**
 * Forwards Gatehouse's own paths from the application's HTTP server to the daemon, so that both share one origin. What is
 * not Gatehouse's goes to `next`, or is answered 404 without one.
 *
 * Mount it before anything that reads bodies, sets cookies or wraps answers: requests and responses pass through
 * streamed, and limits are the daemon's. List the application's address in the daemon's trusted proxies, so that it
 * believes the X-Forwarded-For it gets from here.
 *
 * How a request is delimited and where it goes is decided here from what was received, never by the client's headers
 * (docs/security-shared-connections.md).
 */
export function mountGatehouse(options: MountOptions): Mount {
  const isOurs = ownPaths(options);
  const target = targetOf(options.target);
  const timeout = milliseconds(options.timeout ?? '30s', 'timeout');
  const addressOf = clientAddresses(options.trustedProxies ?? []);
  const agent = new UpstreamAgent();
  const log = new UpstreamLog(guardedLogger(options.logger ?? stderrLogger));

  const mount = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    // Express rewrites url below a mount point, and keeps what was sent here.
    const path = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/';
    if (!isOurs(path.split('?', 1)[0] ?? path)) {
      if (next) next();
      else response.writeHead(404).end();
      return;
    }
    const framing = judgeRequest(request, path);
    if ('status' in framing) {
      refuse(response, framing);
      return;
    }
    if (request.readableDidRead && framing.body !== 'none') {
      refuse(response, ALREADY_READ);
      return;
    }
    const exchangeId = randomUUID();
    const own = { host: target.authority, clientAddress: addressOf(request), exchangeId };
    const headers = requestHeaders(request, framing, own);
    if (isHeadTooLarge(path, headers)) refuse(response, HEAD_TOO_LARGE);
    else
      forward(request, response, { target: target.options, path, headers, framing, exchangeId, timeout, agent, log });
  };
  return Object.assign(mount, { close: () => agent.destroy() });
}

const HEAD_TOO_LARGE: Refusal = {
  status: 431,
  reason: `The request line and headers exceed ${MAX_HEAD_BYTES} bytes or ${MAX_HEADERS} headers.`,
};

const ALREADY_READ: Refusal = {
  status: 500,
  reason: 'The body of this request was read before mountGatehouse saw it: mount it in front of body parsers.',
};

/** Nothing that stands behind a refused request on its connection is looked at. */
function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`${reason}\n`);
}

interface Target {
  readonly options: RequestOptions;
  /** For the Host header. */
  readonly authority: string;
}

function targetOf(target: string): Target {
  if (target.startsWith('unix:')) {
    return { options: { socketPath: target.slice('unix:'.length) }, authority: 'localhost' };
  }
  const { protocol, hostname, port, host } = new URL(target);
  if (protocol !== 'http:') throw new Error(`target must be an http: URL or a unix: path, not ${target}`);
  return { options: { host: hostname.replace(/^\[(.*)\]$/, '$1'), port }, authority: host };
}
