import { status } from '@grpc/grpc-js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { connectName, httpStatusOf } from './connect-codes.js';
import type { Encoding } from './encoding.js';
import { decoded, encoded, encodingOf, ENCODINGS, mediaTypeOf, NotTheMessage } from './encoding.js';
import { EXCHANGE_ID, exchangeIdOf } from './exchange-id.js';
import type { CallMetadata } from './metadata.js';
import { bearerToken, contextOf } from './metadata.js';
import { stallsOfProcess } from './stalls.js';

/** Serves rpcs over HTTP, with Connect's unary protocol: one POST for each call. */

export interface ConnectFault {
  readonly code: status;
  /** For the caller. */
  readonly message: string;
}

/** One call of an rpc. */
export interface ConnectServerCall {
  readonly metadata: CallMetadata;
  /** The bearer token, which isAllowed has accepted. */
  readonly token: string | undefined;
  readonly deadline: Date;
  /** Aborted when the caller closes the connection before the response. The deadline does not abort it. */
  readonly signal: AbortSignal;
}

export interface ConnectMethod {
  /** "/gatehouse.host.v1.BackendService/Transact". */
  readonly path: string;
  /** Full names of the messages, for JSON. */
  readonly requestName: string;
  readonly responseName: string;
  /** The request may still not be a message of its type. Must not reject. */
  answer(
    request: Buffer,
    call: ConnectServerCall,
  ): Promise<{ readonly response: Buffer } | { readonly fault: ConnectFault }>;
}

export interface ConnectServerOptions {
  readonly methods: readonly ConnectMethod[];
  /** Checks the bearer token of a request before its body is read. */
  readonly isAllowed: (token: string | undefined) => boolean;
  /** The longest message in its binary form; a body in JSON may be four times as long. */
  readonly maxMessageBytes: number;
  /** A defect of ours: the caller gets INTERNAL. */
  readonly onError: (error: unknown) => void;
}

/** Returns true for a request that it answers. A path that ends with none of the methods' paths is not ours. */
export type ConnectHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A call without a deadline, which a tool might make; Gatehouse never does. */
const LONGEST_CALL_MS = 60_000;
const JSON_FACTOR = 4;
/** More than any request that we serve has. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

export function connectHandler({ methods, isAllowed, maxMessageBytes, onError }: ConnectServerOptions): ConnectHandler {
  const byPath = new Map(methods.map((method) => [method.path, method]));
  const services = new Set(methods.map(({ path }) => serviceOf(path)));
  const stalls = stallsOfProcess();

  async function answerOf(
    method: ConnectMethod | undefined,
    request: IncomingMessage,
    signal: AbortSignal,
  ): Promise<Answer> {
    const hasWaited = stalls.waitedMs > 0;
    const refusal = refusalOfCaller(request, isAllowed);
    if (refusal !== undefined) return refusal;
    if (method === undefined) return refused(status.UNIMPLEMENTED, 'the service has no such rpc over HTTP');
    const encoding = encodingOf(request.headers['content-type']);
    if (encoding === undefined) return UNKNOWN_ENCODING;
    const unsupported = refusalOfForm(request.headers);
    if (unsupported !== undefined) return unsupported;
    const deadline = deadlineOf(request.headers['connect-timeout-ms']);
    if (deadline === undefined) return refused(status.INVALID_ARGUMENT, 'connect-timeout-ms is not 1 to 10 digits');
    const message = await messageOf(method.requestName, encoding, request);
    if (!Buffer.isBuffer(message)) return message;
    const metadata = contextOf((name) => textOf(request.headers[name]));
    const token = bearerToken(request.headers.authorization);
    if (hasWaited) await endOfConnection(signal);
    const outcome = await method.answer(message, { metadata, token, deadline, signal });
    if ('fault' in outcome) return refused(outcome.fault.code, outcome.fault.message);
    return { encoding, body: await encoded(encoding, method.responseName, outcome.response) };
  }

  async function messageOf(name: string, encoding: Encoding, request: IncomingMessage): Promise<Buffer | Refusal> {
    if (request.readableDidRead) {
      throw new Error('the body was read before: mount the handler before every body parser');
    }
    const limit = encoding === 'json' ? JSON_FACTOR * maxMessageBytes : maxMessageBytes;
    const body = await bodyOf(request, limit);
    if (body === undefined) return refused(status.RESOURCE_EXHAUSTED, `the request has more than ${limit} bytes`);
    try {
      const message = await decoded(encoding, name, body);
      if (message.length <= maxMessageBytes) return message;
      return refused(status.RESOURCE_EXHAUSTED, `the message has more than ${maxMessageBytes} bytes`);
    } catch (error) {
      if (!(error instanceof NotTheMessage)) throw error;
      return refused(status.INVALID_ARGUMENT, `the request ${error.message}`);
    }
  }

  async function serve(method: ConnectMethod | undefined, request: IncomingMessage, response: ServerResponse) {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const exchangeId = exchangeIdOf(request.headers[EXCHANGE_ID]);
    if (exchangeId !== undefined) response.setHeader(EXCHANGE_ID, exchangeId);
    const answer = await answerOf(method, request, gone.signal);
    if ('fault' in answer) sendRefusal(response, answer);
    else send(response, 200, mediaTypeOf(answer.encoding), answer.body);
  }

  return (request, response) => {
    const path = rpcPathOf(request.url ?? '');
    if (path === undefined || !services.has(serviceOf(path))) return false;
    serve(byPath.get(path), request, response).catch((error: unknown) => {
      // The caller left in the middle of its request.
      if (request.destroyed && !request.complete) return;
      onError(error);
      if (!response.headersSent) sendRefusal(response, refused(status.INTERNAL, 'internal error'));
      else response.destroy();
    });
    return true;
  };
}

/** The caller may have left while the request waited for this process. Node.js reports that three turns after the request. */
async function endOfConnection(signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < 8 && !signal.aborted; turn += 1) await setImmediate();
}

/** The last two segments, whatever comes before them: the handler may be mounted anywhere. */
function rpcPathOf(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const [service, method] = path.split('/').slice(-2);
  return service && method ? `/${service}/${method}` : undefined;
}

function serviceOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

interface Refusal {
  readonly httpStatus: number;
  readonly fault: ConnectFault;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answer = Refusal | { readonly encoding: Encoding; readonly body: Buffer };

/** Why the request is answered without looking at what it asks for. */
function refusalOfCaller(
  { method: verb, headers }: IncomingMessage,
  isAllowed: ConnectServerOptions['isAllowed'],
): Refusal | undefined {
  if (verb !== 'POST') {
    return { httpStatus: 405, headers: { allow: 'POST' }, fault: fault(status.UNIMPLEMENTED, 'only POST is served') };
  }
  // Every browser sends it with a POST. On a loopback address a service may do without a token, and a web page can reach it
  // there under a name of its own that it lets resolve to 127.0.0.1 (DNS rebinding).
  if (headers.origin !== undefined)
    return refused(
      status.PERMISSION_DENIED,
      'a web page must not call this service (the request has an Origin header)',
    );
  if (!isAllowed(bearerToken(headers.authorization))) {
    return refused(
      status.UNAUTHENTICATED,
      'the shared token is missing or wrong: send "Authorization: Bearer <token>"',
    );
  }
  return undefined;
}

const ACCEPTED = ENCODINGS.map(mediaTypeOf).join(', ');
const UNKNOWN_ENCODING: Refusal = {
  httpStatus: 415,
  headers: { 'accept-post': ACCEPTED },
  fault: fault(status.INVALID_ARGUMENT, `the content type must be one of ${ACCEPTED}`),
};

/** Why a request for an rpc is answered without reading its body. */
function refusalOfForm(headers: IncomingMessage['headers']): Refusal | undefined {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return refused(status.UNIMPLEMENTED, 'compressed requests are not served; supported: identity');
  const version = headers['connect-protocol-version'];
  if (version !== undefined && version !== '1')
    return refused(status.INVALID_ARGUMENT, 'connect-protocol-version must be "1"');
  return undefined;
}

function refused(code: status, message: string): Refusal {
  return { httpStatus: httpStatusOf(code), fault: fault(code, message) };
}

function fault(code: status, message: string): ConnectFault {
  return { code, message };
}

/** Undefined: malformed. */
function deadlineOf(header: string | string[] | undefined): Date | undefined {
  if (header === undefined) return new Date(Date.now() + LONGEST_CALL_MS);
  if (typeof header !== 'string' || !/^\d{1,10}$/.test(header)) return undefined;
  return new Date(Date.now() + Math.min(Number(header), LONGEST_CALL_MS));
}

/** Undefined: it is longer than the limit. Rejects if the connection breaks. */
async function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/**
 * A connection that closes on unread bytes may lose the response, so the rest of the request is read. Not without end,
 * because a refused caller may be anybody.
 */
function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) request.destroy();
  });
}

function sendRefusal(response: ServerResponse, { httpStatus, fault: { code, message }, headers }: Refusal): void {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  discardBody(response.req);
  send(response, httpStatus, mediaTypeOf('json'), Buffer.from(JSON.stringify({ code: connectName(code), message })));
}

function send(response: ServerResponse, httpStatus: number, type: string, body: Buffer): void {
  response.writeHead(httpStatus, { 'content-type': type, 'content-length': body.length, 'cache-control': 'no-store' });
  response.end(body);
}
