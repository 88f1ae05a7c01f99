import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream';
import { EXCHANGE_ID, responseHeaders } from './forwarded-headers.js';
import type { Framing } from './request-framing.js';
import type { UpstreamAgent } from './upstream-agent.js';
import type { UpstreamLog } from './upstream-log.js';

export interface Forwarded {
  readonly target: RequestOptions;
  readonly path: string;
  readonly headers: readonly string[];
  readonly framing: Framing;
  readonly exchangeId: string;
  readonly timeout: number;
  readonly agent: UpstreamAgent;
  readonly log: UpstreamLog;
}

/** Sends one request to Gatehouse and relays the answer, both streamed. */
export function forward(request: IncomingMessage, response: ServerResponse, options: Forwarded): void {
  const { target, path, headers, framing, exchangeId, timeout, agent, log } = options;
  const { method } = request;
  const upstream = httpRequest({ ...target, path, method, headers, timeout, agent, insecureHTTPParser: false });
  let answer: IncomingMessage | undefined;

  upstream.on('response', (received) => {
    if (received.headers[EXCHANGE_ID] !== exchangeId) {
      upstream.destroy(new Error('the answer does not carry the id of the request: is the target a Gatehouse daemon?'));
      return;
    }
    answer = received;
    log.answered();
    const early = !upstream.writableFinished;
    if (early) {
      // Nothing says any more where the next request would begin on this connection.
      agent.distrust(received.socket);
      received.once('end', () => upstream.destroy());
    }
    response.writeHead(received.statusCode ?? 502, {
      ...responseHeaders(received.headers),
      ...(early ? { connection: 'close' } : {}),
    });
    // Where Gatehouse breaks off, the browser's connection ends too: a truncated answer must not look whole.
    pipeline(received, response, ignore);
  });
  upstream.on('upgrade', (_received, socket) => socket.destroy());
  upstream.on('timeout', () => upstream.destroy(new Error('Gatehouse did not answer in time')));
  upstream.on('error', (error) => {
    // Gatehouse may answer before it has read the whole body (413), and close: that answer stands.
    if (answer?.complete === true) return;
    // What the browser's end did is nothing to report, and anybody could fill the log with it.
    if (!response.destroyed && error.message !== BROKEN_BODY) log.failed(error);
    if (response.headersSent) response.destroy();
    else unavailable(request, response);
  });
  // Not every end without an answer is an error to node:http: an answer that switches protocols is none.
  upstream.on('close', () => {
    if (answer === undefined && !response.headersSent && !response.destroyed) unavailable(request, response);
  });
  // The browser went away: the answer has no reader, and half a body must not look like a whole one.
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  sendBody(request, upstream, framing);
}

const BROKEN_BODY = 'the body is not as long as its head announced';

/** Ends the request to Gatehouse only when exactly the body that its head announced was sent. */
function sendBody(request: IncomingMessage, upstream: ReturnType<typeof httpRequest>, framing: Framing): void {
  const announced = framing.body === 'sized' ? framing.length : undefined;
  if (framing.body === 'none' || announced === 0) {
    upstream.end();
    return;
  }
  let sent = 0;
  request.on('data', (chunk: Buffer) => (sent += chunk.length));
  request.on('end', () => {
    if (announced === undefined || sent === announced) upstream.end();
    else upstream.destroy(new Error(BROKEN_BODY));
  });
  // Not pipeline: when Gatehouse is away, it would close the browser's connection before the 502 is written.
  request.pipe(upstream, { end: false });
}

/** What the daemon itself answers when it cannot serve; a client keeps its tokens and tries again. */
function unavailable(request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({
    error: 'temporarily_unavailable',
    error_description: 'The authorization server is not available right now.',
  });
  response.writeHead(502, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'retry-after': '5',
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(body);
}

/** Both ends of the pipeline have handlers of their own, above. */
function ignore(): void {
  // Nothing more to do.
}
