import { STATUS_CODES } from 'node:http';

/**
 * A response as plain values. The adapter sets Content-Length, Transfer-Encoding, Date and Connection. If a handler sets one
 * of them, or a header that is not printable ASCII, a 500 replaces its response (PreparedResponse).
 */
export interface Response {
  /** 200 to 599. */
  readonly status: number;
  /** Names in lower case, in the order in which they are sent. A name may repeat (set-cookie). */
  readonly headers: readonly Header[];
  /**
   * Absent means an empty body, which is required for 204 and 304. A HEAD request gets the body's length without the body.
   */
  readonly body?: string | Buffer | undefined;
  /** Sent after `headers`. */
  readonly common?: CommonHeaders | undefined;
}

export type Header = readonly [name: string, value: string];

/** Headers that many responses share: validated and put into wire format once, instead of for each response. */
export class CommonHeaders {
  readonly head: string;

  /** Throws ResponseViolation. */
  constructor(readonly headers: readonly Header[]) {
    this.head = wireFormat(headers);
  }
}

/**
 * The id of one exchange on a connection that many clients share. A forwarder such as `mountGatehouse` sends one with each
 * request, and relays an answer only if it carries the same id. Every answer therefore repeats the id of its request, even
 * when it rejects a malformed one.
 */
export const EXCHANGE_ID = 'gatehouse-exchange';

/** Answers repeat it, so only letters, digits and hyphens are allowed, and no more of them than an id needs. */
const EXCHANGE_ID_FORM = /^[A-Za-z0-9-]{16,64}$/;

/**
 * The id of the request with these headers. Undefined if there is none or more than one, or if it is not a valid id.
 *
 * @param headers name, value, name, value …: names in lower case
 * @param count how many entries of `headers` belong to this request (the list may be reused)
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
 * A validated response in wire format. Engines send nothing else, so no CR, LF or NUL can reach a header: the constructor
 * validates. Construct one at startup for a fixed answer, `asBytes`, and an engine only copies it for each request.
 */
export class PreparedResponse {
  readonly status: number;
  readonly #headers: readonly Header[];
  readonly #common: CommonHeaders | undefined;
  /** Undefined where HTTP forbids a body and its length (204, 304). */
  readonly body: string | Buffer | undefined;
  /** Bytes of the body: the value of Content-Length, for HEAD as well. */
  readonly length: number;
  /** Status and headers in wire format, without the leading "HTTP/1.1 " and the trailing line end. */
  readonly head: string | Buffer;

  /** Throws ResponseViolation. */
  constructor(response: Response, kept: (text: string) => string | Buffer = asText) {
    const { status, headers, body, common } = response;
    const reason = STATUS_CODES[status];
    if (!Number.isInteger(status) || status < 200 || status > 599) throw new ResponseViolation(`status ${status}`);
    const bodyless = status === 204 || status === 304;
    if (bodyless && body !== undefined && body.length > 0) throw new ResponseViolation(`body with status ${status}`);
    this.status = status;
    this.#headers = headers;
    this.#common = common;
    this.head = kept(`${status} ${reason ?? 'Status'}${wireFormat(headers)}${common?.head ?? ''}`);
    this.body = bodyless ? undefined : typeof body === 'string' ? kept(body) : (body ?? '');
    this.length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  }

  get headers(): readonly Header[] {
    return this.#common === undefined ? this.#headers : [...this.#headers, ...this.#common.headers];
  }
}

export const asBytes = (text: string): Buffer => Buffer.from(text);
const asText = (text: string): string => text;

/** Each header after a line end. Throws ResponseViolation. */
function wireFormat(headers: readonly Header[]): string {
  let lines = '';
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name)) throw new ResponseViolation(`header name ${JSON.stringify(name)}`);
    if (ENGINE_HEADERS.has(name)) throw new ResponseViolation(`header ${name}, which belongs to the HTTP engine`);
    // The value may be secret (set-cookie, location), so the error names only the header.
    if (!HEADER_VALUE.test(value)) throw new ResponseViolation(`value of header ${name}: not printable ASCII`);
    lines += `\r\n${name}: ${value}`;
  }
  return lines;
}

/** A handler produced an invalid response: a defect of the handler, never of the client. */
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

/** One line of text for a person or a log, never stored. */
export function plainText(status: number, text: string, ...headers: readonly Header[]): Response {
  return {
    status,
    headers: [['content-type', 'text/plain; charset=utf-8'], ['cache-control', 'no-store'], ...headers],
    body: `${text}\n`,
  };
}

/** Seconds after which a client may retry when the host or the store is unavailable. */
export const RETRY_AFTER_SECONDS = 5;

/** Replaces an invalid response, and the response of a handler that threw or never answered. */
export const INTERNAL_ERROR = new PreparedResponse(plainText(500, 'Internal error.'));

/** Seconds after which another daemon, or the next one at this address, takes a request that arrived during a drain. */
export const DRAIN_RETRY_AFTER_SECONDS = 1;
