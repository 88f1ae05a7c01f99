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
import { sendBody } from './send-body.js';

/** The state that all requests to one target share. */
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

/** One request to Gatehouse and its answer, both streamed. Ends with an answer, or when the client has left. */
export class Exchange implements Turn, Applicant {
  #upstream: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #failure: Error | undefined;
  #abandoned = false;
  #stopWaiting: (() => void) | undefined;
  /**
   * Bytes written to the client's connection at the last request to free the place, and how many times in a row that
   * number was the same.
   */
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
        () => refuse(request, response, BODY_TOO_SLOW, forwarded.path),
      );
    }
  }

  abandon(): void {
    this.#abandoned = true;
    this.#stopWaiting?.();
    this.shared.places.withdraw(this);
    // A complete answer leaves its connection reusable.
    if (this.#answer?.complete !== true) this.#upstream?.destroy();
  }

  refused(reason: string): void {
    this.#fail(new Error(reason), 503);
  }

  makeWay(): void {
    if (this.#answer === undefined || this.#answer.complete) return;
    const { bytesWritten } = this.request.socket;
    // True if the client has read nothing since, so that there is still no room for more data.
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
        // A status or a header that node:http refuses to write.
        upstream.destroy(error as Error);
      }
    });
    upstream.on('upgrade', (_received, socket) => socket.destroy());
    upstream.on('timeout', () => upstream.destroy(new Error('Gatehouse did not respond in time')));
    upstream.on('error', (error) => (this.#failure ??= error));
    // node:http does not report an error for every end without an answer, for example not for one that switches
    // protocols.
    upstream.on('close', () => {
      release();
      // Gatehouse may answer before it has read the whole body (413), and close: relay that answer.
      if (this.#answer?.complete === true) shared.outage.succeeded();
      else this.#fail(this.#failure ?? new Error('the connection ended without a response'), 502);
    });
    sendBody(request, upstream, forwarded.framing, () => {
      this.abandon();
      refuse(request, this.response, TOO_MANY_PIECES, forwarded.path);
    });
  }

  /** Errors of node:http about a request must not become exceptions of the application. */
  #open(): ClientRequest | undefined {
    const { target, agent, timeout } = this.shared;
    const { path, headers } = this.forwarded;
    const { method } = this.request;
    try {
      return httpRequest({ ...target, path, method, headers, timeout, agent, ...PARSER });
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
      // The start of the next request is no longer known, on either connection.
      this.shared.agent.distrust(received.socket);
      received.once('end', () => upstream.destroy());
      ClientConnection.of(request.socket).condemn();
    }
    response.writeHead(received.statusCode ?? 502, {
      ...responseHeaders(received.headers),
      ...(early ? { connection: 'close' } : {}),
    });
    this.#answer = received;
    // If Gatehouse aborts its answer, end the browser's connection too: a truncated answer must not look complete.
    pipeline(received, response, ignore);
  }

  #fail(error: Error, status: Unavailability): void {
    // The client left, so this is not a failure of Gatehouse.
    if (this.#abandoned) return;
    const { request, response, shared } = this;
    const path = this.forwarded.path.split('?', 1)[0] ?? '';
    // Where the target has several addresses, the error has a code and no message.
    const reason = error.message || (error as NodeJS.ErrnoException).code;
    shared.outage.failed(() => ({ method: request.method, path, error: reason }));
    // If an answer has already begun, send nothing more: the pipeline ends it.
    answerUnavailable(request, response, status, path);
  }
}

/**
 * A redirect to the client repeats its state, which may take most of a request's 16 KiB and becomes up to three times as long
 * when it is encoded.
 */
const PARSER = { insecureHTTPParser: false, maxHeaderSize: 65_536 };

/** Seconds without progress after which an answer must free its place for waiting requests. */
const MAX_STALLED = 3;

const TOO_MANY_PIECES: Refusal = { status: 400, reason: 'The body came in too many pieces.' };
const BODY_TOO_SLOW: Refusal = { status: 408, reason: 'The body did not arrive in time.' };

/** Both ends of the pipeline have their own handlers above. */
function ignore(): void {
  // Intentionally empty.
}
