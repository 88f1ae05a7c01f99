import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { Agent, request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream';
import type { Duration } from '../duration.js';
import { milliseconds } from '../duration.js';
import { requestHeaders, responseHeaders } from './forwarded-headers.js';
import type { MountedPaths } from './paths.js';
import { ownPaths } from './paths.js';

/** Where Gatehouse is, and which paths are its own. */
export interface MountOptions extends MountedPaths {
  /** Where Gatehouse listens for HTTP: "http://127.0.0.1:8081", "unix:/run/gatehouse/http.sock". */
  readonly target: string;
  /** How long Gatehouse may stay silent. Default: "30s". */
  readonly timeout?: Duration;
}

/** For node:http as the listener itself, for Express and Connect as middleware. */
export type Mount = ((request: IncomingMessage, response: ServerResponse, next?: () => void) => void) & {
  /** Ends the kept-alive connections to Gatehouse. */
  close(): void;
};

/** Shorter than the daemon keeps an idle connection, so that no request is sent on one that is just being closed. */
const IDLE_MS = 4000;

/**
 * Forwards Gatehouse's own paths from the application's HTTP server to the daemon, so that both share one origin. What is
 * not Gatehouse's goes to `next`, or is answered 404 without one.
 *
 * Mount it before anything that reads bodies, sets cookies or wraps answers: requests and responses pass through as they
 * are, streamed, and limits are the daemon's. List the application's address in the daemon's trusted proxies, so that it
 * believes the X-Forwarded-For it gets from here.
 */
export function mountGatehouse(options: MountOptions): Mount {
  const isOurs = ownPaths(options);
  const target = targetOf(options.target);
  const timeout = milliseconds(options.timeout ?? '30s', 'timeout');
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  const mount = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    // Express rewrites url below a mount point, and keeps what was sent here.
    const url = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/';
    if (isOurs(url.split('?', 1)[0] ?? url)) forward(request, response, { ...target, path: url, agent, timeout });
    else if (next) next();
    else response.writeHead(404).end();
  };
  return Object.assign(mount, { close: () => agent.destroy() });
}

function forward(request: IncomingMessage, response: ServerResponse, options: RequestOptions): void {
  const upstream = httpRequest({ ...options, method: request.method, headers: requestHeaders(request) });
  let answer: IncomingMessage | undefined;

  upstream.on('response', (received) => {
    answer = received;
    response.writeHead(received.statusCode ?? 502, responseHeaders(received.headers));
    // Where Gatehouse breaks off, the browser's connection ends too: a truncated answer must not look whole.
    pipeline(received, response, ignore);
  });
  upstream.on('timeout', () => upstream.destroy(new Error('Gatehouse did not answer in time')));
  upstream.on('error', () => {
    // Gatehouse may answer before it has read the whole body (413), and close: that answer stands.
    if (answer?.complete) return;
    if (response.headersSent) response.destroy();
    else unavailable(response);
  });
  // The browser went away: nobody waits for Gatehouse's answer, and half a body must not look like a whole one.
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  // Not pipeline: when Gatehouse is away, it would close the browser's connection before the 502 is written.
  request.pipe(upstream);
}

/** What the daemon itself answers when it cannot serve; a client keeps its tokens and tries again. */
function unavailable(response: ServerResponse): void {
  const body = JSON.stringify({
    error: 'temporarily_unavailable',
    error_description: 'The authorization server is not available right now.',
  });
  response.writeHead(502, { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '5' });
  response.end(body);
}

function targetOf(target: string): RequestOptions {
  if (target.startsWith('unix:')) return { socketPath: target.slice('unix:'.length) };
  const { protocol, hostname, port } = new URL(target);
  if (protocol !== 'http:') throw new Error(`target must be an http: URL or a unix: path, not ${target}`);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

/** Both ends of the pipeline have handlers of their own, above. */
function ignore(): void {
  // Nothing more to do.
}
