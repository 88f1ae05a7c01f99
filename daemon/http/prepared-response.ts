import { STATUS_CODES } from 'node:http';
import { EXCHANGE_ID } from './exchange-id.js';
import type { Header, Response } from './response.js';

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

/** What a client gets in place of a response that must not be sent, and of a handler that broke its promise. */
export const INTERNAL_ERROR = new PreparedResponse({
  status: 500,
  headers: [
    ['content-type', 'text/plain; charset=utf-8'],
    ['cache-control', 'no-store'],
  ],
  body: 'Internal error.\n',
});

/** Answer to a request that comes while the server drains. */
export const DRAINING = new PreparedResponse({
  status: 503,
  headers: [
    ['content-type', 'text/plain; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['retry-after', '1'],
  ],
  body: 'Shutting down.\n',
});
