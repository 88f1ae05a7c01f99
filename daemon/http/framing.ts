import { plainText, PreparedResponse } from './response.js';

/**
 * Checks a request's head before routing. It rejects every head that RFC 9112 lets two parsers read differently, and the
 * connection is closed, so that no request can be smuggled past a proxy or an engine's leniency. A plain function of what
 * both engines pass on; the limits on the head are here, too.
 */

/** Request line and headers together, in bytes. Both engines use the same limit. */
export const MAX_HEAD_BYTES = 16_384;
/** Far above what browsers and proxies send, and below the number at which uWebSockets.js ignores further headers. */
export const MAX_HEADERS = 64;

/** Why a request was refused. The name comes from a fixed set, so it can label a metric. */
export interface Refused {
  readonly refused: string;
}

export interface Refusal extends Refused {
  readonly answer: PreparedResponse;
}

/** The framing of the body. */
export type Framing = { readonly body: 'none' | 'chunked' } | { readonly body: 'length'; readonly length: number };

const NO_BODY: Framing = { body: 'none' };
const CHUNKED: Framing = { body: 'chunked' };

function refusal(status: number, refused: string, sentence: string): Refusal {
  return { refused, answer: new PreparedResponse(plainText(status, sentence)) };
}

export const REFUSALS = {
  method: refusal(501, 'method', 'This method is not implemented.'),
  target: refusal(400, 'target', 'The request target must be a path in printable ASCII, without a fragment.'),
  version: refusal(505, 'version', 'Only HTTP/1.1 is supported.'),
  headTooLarge: refusal(431, 'head_too_large', `The request line and headers exceed ${MAX_HEAD_BYTES} bytes.`),
  tooManyHeaders: refusal(431, 'too_many_headers', `There are more than ${MAX_HEADERS} headers.`),
  headerName: refusal(400, 'header_name', 'A header has no name.'),
  host: refusal(400, 'host', 'There must be exactly one Host header, and it must name a host.'),
  contentLength: refusal(400, 'content_length', 'Content-Length must appear at most once and have 1 to 10 digits.'),
  transferEncoding: refusal(400, 'transfer_encoding', 'Transfer-Encoding must appear at most once and be "chunked".'),
  bothLengths: refusal(400, 'both_lengths', 'Content-Length and Transfer-Encoding must not be combined.'),
  lengthRequired: refusal(411, 'length_required', 'This method needs a Content-Length, or Transfer-Encoding: chunked.'),
  unexpectedBody: refusal(400, 'unexpected_body', 'This method does not accept a body.'),
  expectation: refusal(417, 'expectation', 'Only Expect: 100-continue is supported.'),
  malformed: refusal(400, 'malformed', 'This is not well-formed HTTP/1.1.'),
  tooSlow: refusal(408, 'head_too_slow', 'The request line and headers took too long to arrive.'),
} as const satisfies Record<string, Refusal>;

/** A body in more pieces than its length needs (body-reader.ts): the connection is closed without an answer. */
export const TOO_MANY_PIECES: Refused = { refused: 'too_many_pieces' };

/** Whether a method may, must or must not have a body. Methods not listed are not implemented. */
const BODY_OF = new Map<string, 'required' | 'allowed' | 'none'>([
  ['GET', 'none'],
  ['HEAD', 'none'],
  ['OPTIONS', 'none'],
  ['POST', 'required'],
  ['PUT', 'required'],
  ['PATCH', 'required'],
  ['DELETE', 'allowed'],
]);

// RFC 9112 §3.2: origin-form. Every printable character is allowed, because browsers leave more unescaped than RFC 3986
// permits.
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;
const QUERY = /^[\x21\x22\x24-\x7e]*$/;
const HOST = /^[A-Za-z0-9._~!$&'()*+,;=:[\]%-]+$/;
const CONTENT_LENGTH = /^[0-9]{1,10}$/;

/**
 * @param method as sent, case kept
 * @param headers name, value, name, value …: names in lower case, one pair for each header line, in order
 * @param count how many entries of `headers` belong to this request (the list may be reused)
 */
export function checkFraming(
  method: string,
  path: string,
  query: string,
  headers: readonly string[],
  count: number,
): Framing | Refusal {
  const body = BODY_OF.get(method);
  if (body === undefined) return REFUSALS.method;
  if (!TARGET.test(path) || !QUERY.test(query)) return REFUSALS.target;
  if (count > 2 * MAX_HEADERS) return REFUSALS.tooManyHeaders;

  let bytes = method.length + path.length + query.length;
  let host: string | undefined;
  let contentLength: string | undefined;
  let transferEncoding: string | undefined;
  for (let i = 0; i < count; i += 2) {
    const name = headers[i] ?? '';
    const value = headers[i + 1] ?? '';
    bytes += name.length + value.length + 4;
    switch (name) {
      case '':
        return REFUSALS.headerName;
      case 'host':
        if (host !== undefined) return REFUSALS.host;
        host = value;
        break;
      case 'content-length':
        if (contentLength !== undefined || !CONTENT_LENGTH.test(value)) return REFUSALS.contentLength;
        contentLength = value;
        break;
      case 'transfer-encoding':
        if (transferEncoding !== undefined || value !== 'chunked') return REFUSALS.transferEncoding;
        transferEncoding = value;
        break;
      case 'expect':
        if (value.toLowerCase() !== '100-continue') return REFUSALS.expectation;
        break;
    }
  }
  if (bytes > MAX_HEAD_BYTES) return REFUSALS.headTooLarge;
  if (host === undefined || !HOST.test(host)) return REFUSALS.host;

  if (transferEncoding !== undefined) {
    if (contentLength !== undefined) return REFUSALS.bothLengths;
    return body === 'none' ? REFUSALS.unexpectedBody : CHUNKED;
  }
  const length = Number(contentLength ?? 0);
  if (length > 0) return body === 'none' ? REFUSALS.unexpectedBody : { body: 'length', length };
  return contentLength === undefined && body === 'required' ? REFUSALS.lengthRequired : NO_BODY;
}

export function isRefusal(verdict: Framing | Refusal): verdict is Refusal {
  return 'refused' in verdict;
}
