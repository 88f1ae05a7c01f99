import { status } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { isIP } from 'node:net';
import type { CancelSignal } from './cancel-signal.js';
import type { ClientTls } from './channel.js';
import { codeOfHttpStatus, codeOfName } from './connect-codes.js';
import type { Encoding } from './encoding.js';
import { decoded, encoded, encodingOf, mediaTypeOf, NotTheMessage } from './encoding.js';
import { EXCHANGE_ID } from './exchange-id.js';
import type { Rpc } from './rpc.js';

/** Calls rpcs over HTTP, with Connect's unary protocol: one POST for each call. */

export interface ConnectClientOptions {
  /** The URL before "/gatehouse.host.v1.HostService/Describe": "https://notes.example/gatehouse". */
  readonly url: string;
  readonly encoding: Encoding;
  /** For https. Absent: the authorities that Node trusts, and no client certificate. */
  readonly tls?: ClientTls;
  readonly maxConnections: number;
  /** Connects to this address, whatever the name in the URL resolves to. */
  readonly ip?: string;
}

export interface ConnectCall {
  /** Request id, trace context, token. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long we wait. Also sent as the call's deadline, unless `timeoutMs` says otherwise. */
  readonly patienceMs: number;
  readonly timeoutMs?: number;
  readonly signal?: CancelSignal | undefined;
}

/** How a call ended without a message. */
export interface ConnectFailure {
  /** A gRPC status. */
  readonly code: status;
  readonly details: string;
  /**
   * Who said so: the service itself; a server in front of it; the connection, which did not come about or broke; this side,
   * which stopped waiting. `malformed`: the response breaks the protocol.
   */
  readonly by: 'service' | 'gateway' | 'connection' | 'caller' | 'malformed';
  /** No connection came about, so that the service never saw the call. */
  readonly neverSent?: boolean;
}

/** The parts of an rpc that matter on the way. */
export type ConnectRpc = Pick<Rpc<never, never>, 'path' | 'requestName' | 'responseName'>;

/** As in gRPC, which by default accepts messages of up to 4 MB. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** JSON repeats names and writes bytes as base64. */
const MAX_BODY_BYTES: Readonly<Record<Encoding, number>> = { proto: MAX_MESSAGE_BYTES, json: 4 * MAX_MESSAGE_BYTES };
const MAX_ERROR_BYTES = 64 * 1024;
/**
 * Unused connections close after this time, before any common server closes them (gunicorn: 2 s). A request that meets a
 * closing connection would fail, and a write must not be sent again.
 */
const IDLE_MS = 1000;

export class ConnectClient {
  readonly #agent: HttpAgent;
  readonly #send: (url: string, options: RequestOptions) => ClientRequest;
  readonly #base: string;
  readonly #encoding: Encoding;
  /** Connections that have served a call. */
  readonly #used = new WeakSet<Socket>();

  /** Connects on demand. `url` must be an http or https URL. */
  constructor({ url, encoding, tls, maxConnections, ip }: ConnectClientOptions) {
    const pool = {
      keepAlive: true,
      maxSockets: maxConnections,
      timeout: IDLE_MS,
      ...(ip !== undefined && { lookup: always(ip) }),
    };
    if (new URL(url).protocol === 'https:') {
      this.#agent = new HttpsAgent({ ...pool, ...tlsOptions(tls) });
      this.#send = httpsRequest;
    } else {
      this.#agent = new HttpAgent(pool);
      this.#send = httpRequest;
    }
    this.#agent.on('free', (socket: Socket) => socket.once('data', unexpected));
    this.#base = url.replace(/\/+$/, '');
    this.#encoding = encoding;
  }

  /** Rejects only for a defect of this side. The answer is the message in its binary form, which may still not be one of its type. */
  async call(rpc: ConnectRpc, message: Buffer, call: ConnectCall): Promise<Buffer | ConnectFailure> {
    const answer = await this.post(rpc.path, await encoded(this.#encoding, rpc.requestName, message), call);
    if (!Buffer.isBuffer(answer)) return answer;
    try {
      const bytes = await decoded(this.#encoding, rpc.responseName, answer);
      return bytes.length <= MAX_MESSAGE_BYTES ? bytes : tooLong(MAX_MESSAGE_BYTES);
    } catch (error) {
      if (!(error instanceof NotTheMessage)) throw error;
      return malformed(`the body ${error.message}`);
    }
  }

  /** Calls in progress fail. */
  close(): void {
    this.#agent.destroy();
  }

  /** The same for a body as it is. */
  post(
    path: string,
    body: Buffer,
    { headers, patienceMs, timeoutMs = patienceMs, signal }: ConnectCall,
  ): Promise<Buffer | ConnectFailure> {
    return new Promise((resolve) => {
      const exchangeId = randomUUID();
      const options = {
        method: 'POST',
        agent: this.#agent,
        headers: {
          ...headers,
          'content-type': mediaTypeOf(this.#encoding),
          'content-length': body.length,
          'connect-protocol-version': '1',
          [EXCHANGE_ID]: exchangeId,
          'connect-timeout-ms': Math.max(0, Math.ceil(timeoutMs)),
        } satisfies OutgoingHttpHeaders,
      };
      const sent = this.#send(this.#base + path, options);
      let isEarly = false;
      const end = (result: Buffer | ConnectFailure): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        resolve(result);
        // Not after a complete response, so that the connection can be used again. A server that responds before it has the whole
        // request may read the rest of it as the next one, or never.
        const isComplete = Buffer.isBuffer(result) || result.by === 'service';
        if (isEarly || !isComplete) sent.destroy();
      };
      const cancel = (): void => end(CANCELLED);
      const timer = setTimeout(
        () => end(caller(status.DEADLINE_EXCEEDED, `no response within ${patienceMs} ms`)),
        patienceMs,
      );
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted === true) cancel();
      let isReused = false;
      sent.once('socket', (socket) => {
        socket.off('data', unexpected);
        isReused = this.#used.has(socket);
        this.#used.add(socket);
      });
      sent.on('error', (error) => end(connection(error, neverConnected(error))));
      // Without a listener, node closes the connection without an event.
      sent.on('upgrade', () => end(malformed('it switches to another protocol')));
      sent.on('response', (response) => {
        const repeated = response.headers[EXCHANGE_ID];
        if (repeated === undefined) sent.shouldKeepAlive = false;
        isEarly = !sent.writableFinished;
        if (repeated === exchangeId || (repeated === undefined && !isReused)) void this.#answerOf(response).then(end);
        // A proxy that keeps its connection while the service behind it is away. Even a response to an earlier call would prove
        // nothing worse than that the result of this one is unknown.
        else if (repeated === undefined && response.statusCode !== 200) end(gateway(response));
        else end(malformed('it belongs to another call'));
      });
      sent.end(body);
    });
  }

  async #answerOf(response: IncomingMessage): Promise<Buffer | ConnectFailure> {
    const ok = response.statusCode === 200;
    const limit = ok ? MAX_BODY_BYTES[this.#encoding] : MAX_ERROR_BYTES;
    try {
      const body = await bodyOf(response, limit);
      if (!ok) return body === undefined ? gateway(response) : errorOf(response, body);
      if (body === undefined) return tooLong(limit);
      // Fields at its end may be missing without a sign, unlike with JSON, which shows where it ends.
      const framing = response.headers['transfer-encoding'];
      if (framing !== undefined && framing.toLowerCase() !== 'chunked')
        return malformed(`the transfer encoding is ${shown(framing)}, not chunked`);
      if (this.#encoding === 'proto' && hasNoLength(response))
        return malformed('it has neither Content-Length nor chunks, so that it may be incomplete');
      const type = response.headers['content-type'];
      if (encodingOf(type) !== this.#encoding)
        return malformed(`the content type is ${shown(type)}, not ${mediaTypeOf(this.#encoding)}`);
      const coding = response.headers['content-encoding'] ?? 'identity';
      return coding === 'identity'
        ? body
        : malformed(`the content encoding is ${shown(coding)}, which we did not accept`);
    } catch (error) {
      return connection(error);
    }
  }
}

/** Bytes between two calls: nothing that follows on this connection is to be trusted. */
function unexpected(this: Socket): void {
  this.destroy();
}

/** The result of a call that this side cancelled. */
const CANCELLED = caller(status.CANCELLED, 'the caller no longer waits for the response');

function caller(code: status, details: string): ConnectFailure {
  return { code, details, by: 'caller' };
}

function malformed(details: string): ConnectFailure {
  return { code: status.INTERNAL, details: `the response breaks Connect's protocol: ${details}`, by: 'malformed' };
}

function tooLong(limit: number): ConnectFailure {
  return { code: status.RESOURCE_EXHAUSTED, details: `the response has more than ${limit} bytes`, by: 'gateway' };
}

/**
 * Whether the connection did not come about. The code alone does not tell: a network that becomes unreachable also ends a
 * connection on which a request was sent. A name with several addresses fails with the errors of all of them.
 */
function neverConnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(neverConnected);
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** A resolver that knows one answer. */
function always(ip: string): LookupFunction {
  const family = isIP(ip);
  return (_name, { all }, found) => {
    if (all === true) found(null, [{ address: ip, family }]);
    else found(null, ip, family);
  };
}

function connection(error: unknown, neverSent = false): ConnectFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  // An AggregateError, of a name with several addresses, has a code and no message.
  const details = message || (code ?? 'no connection');
  return { code: status.UNAVAILABLE, details, by: 'connection', ...(neverSent && { neverSent }) };
}

/** Undefined: it is longer than the limit. Rejects if the connection breaks before its end. */
async function bodyOf(response: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The end of the connection is the end of the body: a server that dies may have sent only a part of it. */
function hasNoLength({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** Connect's error: {"code": "unavailable", "message": "…"}. A server in front of the service sends something else. */
function errorOf(response: IncomingMessage, body: Buffer): ConnectFailure {
  if (encodingOf(response.headers['content-type']) !== 'json') return gateway(response);
  const parsed = parsedJson(body);
  const code = codeOfName(parsed?.['code']);
  if (code === undefined) return gateway(response);
  const message = parsed?.['message'];
  return { code, details: typeof message === 'string' ? message : '', by: 'service' };
}

function gateway(response: IncomingMessage): ConnectFailure {
  const { statusCode = 0 } = response;
  const details = `HTTP status ${statusCode} without an error of Connect's protocol${adviceFor(response)}`;
  return { code: codeOfHttpStatus(statusCode), details, by: 'gateway' };
}

function adviceFor({ statusCode, headers }: IncomingMessage): string {
  if (statusCode === 404) return '; check the path in the URL of the service';
  if (statusCode !== 415) return '';
  const accepts = headers['accept-post'];
  const reads = typeof accepts === 'string' ? `, but ${shown(accepts)}` : '';
  return `; the service does not read messages in this encoding${reads}: change host.encoding (--encoding of check-host)`;
}

function parsedJson(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function shown(header: string | undefined): string {
  return header === undefined ? 'missing' : JSON.stringify(header.slice(0, 100));
}

function tlsOptions({ rootCertificates, clientCertificate, clientKey, serverName }: ClientTls = {}) {
  return {
    // As gRPC does it, whatever NODE_TLS_REJECT_UNAUTHORIZED says: the peer decides about every client, code and token.
    rejectUnauthorized: true,
    ...(rootCertificates !== undefined && { ca: rootCertificates }),
    ...(clientCertificate !== undefined && { cert: clientCertificate }),
    ...(clientKey !== undefined && { key: clientKey }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}
