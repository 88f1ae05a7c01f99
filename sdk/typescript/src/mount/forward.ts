import type { ClientRequest, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream';
import type { OutageLog } from '../shared/outage-log.js';
import { whenBodyArrived } from './body-arrival.js';
import {
  ClientConnection,
  type Turn,
  answerUnavailable,
  isUnanswered,
  refuse,
  type Unavailability,
} from './client-connection.js';
import { EXCHANGE_ID, responseHeaders } from './forwarded-headers.js';
import type { Applicant, Places, UpstreamAgent } from './upstream-connections.js';
import type { Framing, Refusal } from './request-framing.js';

/** What all requests to one target share. */
export interface Upstream {
  readonly target: RequestOptions;
  readonly timeout: number;
  readonly agent: UpstreamAgent;
  readonly places: Places;
  readonly outage: OutageLog;
}

export interface Forwarded {
  readonly path: string;
  readonly headers: readonly string[];
  readonly framing: Framing;
  readonly exchangeId: string;
}

/** One request to Gatehouse and its answer, both streamed. Ends with an answer, or when there is nobody to answer. */
export class Exchange implements Turn, Applicant {
  #upstream: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #failure: Error | undefined;
  #abandoned = false;
  #stopWaiting: (() => void) | undefined;
  /** Bytes of the client's connection when this was last asked to make way, and how often there were as many in a row. */
  #written = 0;
  #stalled = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly forwarded: Forwarded,
    private readonly shared: Upstream,
  ) {}

  start(): void {
    const { request, response, forwarded, shared } = this;
    if (!isUnanswered(response)) return;
    const { places, timeout } = shared;
    const isWhole = (): boolean => forwarded.framing.body === 'none' || request.complete;
    if (isWhole() || places.hasRoomForPartial) places.apply(this, !isWhole());
    else {
      this.#stopWaiting = whenBodyArrived(
        request,
        timeout,
        () => places.apply(this, !isWhole()),
        () => refuse(request, response, BODY_TOO_SLOW),
      );
    }
  }

  abandon(): void {
    this.#abandoned = true;
    this.#stopWaiting?.();
    this.shared.places.withdraw(this);
    // An answer that came whole leaves its connection in order.
    if (this.#answer?.complete !== true) this.#upstream?.destroy();
  }

  refused(reason: string): void {
    this.#fail(new Error(reason), 503);
  }

  makeWay(): void {
    if (this.#answer === undefined || this.#answer.complete) return;
    const { bytesWritten } = this.request.socket;
    // The client has read nothing that would have made room for more.
    const isStalled = bytesWritten === this.#written && this.response.writableNeedDrain;
    this.#stalled = isStalled ? this.#stalled + 1 : 0;
    this.#written = bytesWritten;
    if (this.#stalled === MAX_STALLED) this.response.destroy();
  }

  admitted(release: () => void): void {
    const { request, forwarded, shared } = this;
    const upstream = isUnanswered(this.response) ? this.#open() : undefined;
    if (upstream === undefined) {
      release();
      return;
    }
    this.#upstream = upstream;
    upstream.on('response', (answer) => {
      try {
        this.#relay(answer, upstream);
      } catch (error) {
        // A status or a header that node:http does not write.
        upstream.destroy(error as Error);
      }
    });
    upstream.on('upgrade', (_received, socket) => socket.destroy());
    upstream.on('timeout', () => upstream.destroy(new Error('Gatehouse did not respond in time')));
    upstream.on('error', (error) => (this.#failure ??= error));
    // Not every end without an answer is an error to node:http: an answer that switches protocols is none.
    upstream.on('close', () => {
      release();
      // Gatehouse may answer before it has read the whole body (413), and close: that answer stands.
      if (this.#answer?.complete === true) shared.outage.succeeded();
      else this.#fail(this.#failure ?? new Error('the connection ended without a response'), 502);
    });
    sendBody(request, upstream, forwarded.framing);
  }

  /** Whatever node:http has to say against a request must not become an exception of the application. */
  #open(): ClientRequest | undefined {
    const { target, agent, timeout } = this.shared;
    const { path, headers } = this.forwarded;
    const { method } = this.request;
    try {
      return httpRequest({ ...target, path, method, headers, timeout, agent, insecureHTTPParser: false });
    } catch (error) {
      this.#fail(error as Error, 502);
      return undefined;
    }
  }

  #relay(received: IncomingMessage, upstream: ClientRequest): void {
    const { request, response } = this;
    if (received.headers[EXCHANGE_ID] !== this.forwarded.exchangeId) {
      upstream.destroy(
        new Error('the response does not carry the id of the request; check that target is a Gatehouse daemon'),
      );
      return;
    }
    if (!isUnanswered(response)) {
      this.abandon();
      return;
    }
    const early = !upstream.writableFinished;
    if (early) {
      // Nothing says any more where the next request would begin, on the one connection nor on the other.
      this.shared.agent.distrust(received.socket);
      received.once('end', () => upstream.destroy());
      ClientConnection.of(request.socket).condemn();
    }
    response.writeHead(received.statusCode ?? 502, {
      ...responseHeaders(received.headers),
      ...(early ? { connection: 'close' } : {}),
    });
    this.#answer = received;
    // Where Gatehouse breaks off, the browser's connection ends too: a truncated answer must not look whole.
    pipeline(received, response, ignore);
  }

  #fail(error: Error, status: Unavailability): void {
    // Whoever went away made the failure.
    if (this.#abandoned) return;
    const { request, response, shared } = this;
    shared.outage.failed(() => ({
      method: request.method,
      path: this.forwarded.path.split('?', 1)[0],
      error: error.message,
    }));
    // Nothing more to say where an answer has begun: the pipeline ends it.
    answerUnavailable(request, response, status);
  }
}

/** Seconds for which an answer may stand still while others wait for its place. */
const MAX_STALLED = 3;

const BODY_TOO_SLOW: Refusal = { status: 408, reason: 'The body did not arrive in time.' };

/** Ends the request to Gatehouse only when exactly the body that its head announced was sent. */
function sendBody(request: IncomingMessage, upstream: ClientRequest, { body, length: announced }: Framing): void {
  // An empty body that a middleware has read already will not end a second time.
  if (body === 'none' || announced === 0) {
    upstream.end();
    return;
  }
  const wrongLength = (): Error => new Error('the body does not have the announced length');
  let sent = 0;
  // In front of the pipe: what is too much must not reach the connection, where it would be the next request. A middleware
  // that calls setEncoding makes texts of the pieces, and three bytes of each that is no UTF-8.
  request.on('data', (chunk: Buffer | string) => {
    sent += Buffer.byteLength(chunk);
    if (sent > (announced ?? sent)) upstream.destroy(wrongLength());
  });
  request.on('end', () => {
    if (sent === (announced ?? sent)) upstream.end();
    else upstream.destroy(wrongLength());
  });
  // Not pipeline: when Gatehouse is away, it would close the browser's connection before the 502 is written.
  request.pipe(upstream, { end: false });
}

/** Both ends of the pipeline have handlers of their own, above. */
function ignore(): void {
  // Nothing more to do.
}
