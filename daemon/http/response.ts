import { STATUS_CODES } from 'node:http';

/**
 * A response as plain values. Content-Length, Transfer-Encoding, Date and Connection are the adapter's; a handler that
 * sets one of them, or a header that is not printable ASCII, has its response replaced by a 500 (PreparedResponse).
 */
export interface Response {
  /** 200 to 599. */
  readonly status: number;
  /** Names in lower case, in the order in which they are sent; a name may stand more than once (set-cookie). */
  readonly headers: readonly Header[];
  /** Absent means an empty body; it must be for 204 and 304. A HEAD request never gets the body, but its length. */
  readonly body?: string | Buffer;
}

export type Header = readonly [name: string, value: string];

/**
 * The id of one exchange on a connection that many clients share. A forwarder such as `mountGatehouse` sends one with each
 * request, and relays an answer only when it carries the same one. Every answer therefore repeats the id of its request, a
 * refusal of a malformed one too.
 */
export const EXCHANGE_ID = 'gatehouse-exchange';

/** It is repeated in an answer: nothing but letters, digits and hyphens, and no longer than an id has to be. */
const EXCHANGE_ID_FORM = /^[A-Za-z0-9-]{16,64}$/;

/**
 * The id of the request with these headers. Undefined when there is none, more than one, or something else than an id.
 *
 * @param headers name, value, name, value …: names in lower case
 * @param count how many entries of `headers` belong to this request (the list may be a reused one)
 */
export function exchangeIdOf(headers: readonly string[], count: number): string | undefined {
  let id: string | undefined;
  for (let i = 0; i < count; i += 2) {
    if (headers[i] !== EXCHANGE_ID) continue;
    if (id !== undefined) return undefined;
    id = headers[i + 1] ?? '';
  }
  return id !== undefined && EXCHANGE_ID_FORM.test(id) ? id : undefined;
}

/**
 * A response that has passed the guard and is ready for the wire. Engines send nothing else, so that no CR, LF or NUL can
 * reach a header by any path: constructing one is the check. Make one at startup for an answer that never changes, and
 * it costs nothing per request.
 */
export class PreparedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  /** Undefined where HTTP forbids a body and its length (204, 304). */
  readonly body: string | Buffer | undefined;
  /** Bytes of the body: what Content-Length says, to HEAD as well. */
  readonly length: number;
  /** Status and headers as they stand in the message, without the "HTTP/1.1 " before and the line end after them. */
  readonly head: string;

  /** Throws ResponseViolation. */
  constructor(response: Response) {
    const { status, headers, body } = response;
    const reason = STATUS_CODES[status];
    if (!Number.isInteger(status) || status < 200 || status > 599) throw new ResponseViolation(`status ${status}`);
    let head = `${status} ${reason ?? 'Status'}`;
    for (const [name, value] of headers) {
      if (!HEADER_NAME.test(name)) throw new ResponseViolation(`header name ${JSON.stringify(name)}`);
      if (ENGINE_HEADERS.has(name)) throw new ResponseViolation(`header ${name}, which belongs to the HTTP engine`);
      // The value may be secret (set-cookie, location): the error names the header only.
      if (!HEADER_VALUE.test(value)) throw new ResponseViolation(`value of header ${name}: not printable ASCII`);
      head += `\r\n${name}: ${value}`;
    }
    const bodyless = status === 204 || status === 304;
    if (bodyless && body !== undefined && body.length > 0) throw new ResponseViolation(`body with status ${status}`);
    this.status = status;
    this.headers = headers;
    this.head = head;
    this.body = bodyless ? undefined : (body ?? '');
    this.length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  }
}

/** A handler produced what must not be sent. A defect of the handler, never of the client. */
export class ResponseViolation extends Error {
  override readonly name = 'ResponseViolation';

  constructor(what: string) {
    super(`a handler's response must not be sent: ${what}`);
  }
}

// RFC 9110 §5.6.2 (token, lower case) and §5.5 without obs-text, which engines would encode differently.
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
const ENGINE_HEADERS = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'date',
  'keep-alive',
  'upgrade',
  EXCHANGE_ID,
]);

/** For a person or a log: one line of text, never stored. */
export function plainText(status: number, text: string, ...headers: readonly Header[]): Response {
  return {
    status,
    headers: [['content-type', 'text/plain; charset=utf-8'], ['cache-control', 'no-store'], ...headers],
    body: `${text}\n`,
  };
}

/** Seconds after which a client may sensibly repeat what the host or the store could not do just now. */
export const RETRY_AFTER_SECONDS = 5;

/** What a client gets in place of a response that must not be sent, and of a handler that broke its promise. */
export const INTERNAL_ERROR = new PreparedResponse(plainText(500, 'Internal error.'));

/** Answer to a request that comes while the server drains. */
export const DRAINING = new PreparedResponse(plainText(503, 'Shutting down.', ['retry-after', '1']));
