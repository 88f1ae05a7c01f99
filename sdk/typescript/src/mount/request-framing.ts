import type { IncomingMessage } from 'node:http';

/** How the body of a request is delimited on the connection to Gatehouse. */
export type Framing =
  | { readonly body: 'none' | 'chunked'; readonly length?: undefined }
  /** `length` bytes, which may be 0. */
  | { readonly body: 'sized'; readonly length: number };

/** Why a request is not forwarded. The connection it came on is closed behind the answer. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
}

/** Whether a request with this method may have a body. Gatehouse implements no other methods (docs/http.md). */
const BODY_OF = new Map<string, 'required' | 'allowed' | 'none'>([
  ['GET', 'none'],
  ['HEAD', 'none'],
  ['OPTIONS', 'none'],
  ['POST', 'required'],
  ['PUT', 'required'],
  ['PATCH', 'required'],
  ['DELETE', 'allowed'],
]);

// The same as the daemon's (docs/http.md): a path with an optional query, printable ASCII, no fragment.
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;
// RFC 9110 §5.1 and §5.5. node:http writes no other names and values, but a lenient parser reads them.
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
// White space is SP and HTAB only (RFC 9110 §5.6.3): String.trim() also takes away 0xA0, which no parser does.
const CONTENT_LENGTH = /^[ \t]*([0-9]{1,10})[ \t]*$/;
const CHUNKED = /^[ \t]*chunked[ \t]*$/i;

/**
 * Decides how the body is framed upstream, from what the parser of this process read. The result is the only source of
 * Content-Length and Transfer-Encoding on the connection to Gatehouse (forwarded-headers.ts), so that no header can make
 * the two ends of that connection disagree. A request that two parsers could read differently is refused: an application
 * may run a lenient parser (`insecureHTTPParser`), and the connections to Gatehouse are shared by all of its clients.
 */
export function judgeRequest(request: IncomingMessage, target: string): Framing | Refusal {
  const body = BODY_OF.get(request.method ?? '');
  if (body === undefined) return { status: 501, reason: 'This method is not implemented.' };
  if (!TARGET.test(target)) {
    return { status: 400, reason: 'The request target must be a path in printable ASCII, without a fragment.' };
  }
  if (!request.rawHeaders.every((text, at) => (at % 2 === 0 ? HEADER_NAME : HEADER_VALUE).test(text))) {
    return { status: 400, reason: 'A header contains characters that are not allowed (RFC 9110 §5.5).' };
  }
  const framing = framingOf(request);
  if ('status' in framing) return framing;
  const empty = framing.body === 'none' || framing.length === 0;
  if (body === 'none') return empty ? { body: 'none' } : { status: 400, reason: 'This method does not accept a body.' };
  // RFC 9112 §6.3: a request with neither header has no body. Gatehouse wants a POST to say so.
  return framing.body === 'none' && body === 'required' ? { body: 'sized', length: 0 } : framing;
}

function framingOf(request: IncomingMessage): Framing | Refusal {
  const lengths = request.headersDistinct['content-length'] ?? [];
  const codings = request.headersDistinct['transfer-encoding'] ?? [];
  if (codings.length > 0) {
    if (lengths.length > 0) {
      return { status: 400, reason: 'Content-Length and Transfer-Encoding must not be combined.' };
    }
    if (codings.length > 1 || !CHUNKED.test(codings[0] ?? '')) {
      return { status: 400, reason: 'Transfer-Encoding must appear at most once and be "chunked".' };
    }
    return { body: 'chunked' };
  }
  if (lengths.length === 0) return { body: 'none' };
  const length = CONTENT_LENGTH.exec(lengths[0] ?? '')?.[1];
  if (lengths.length > 1 || length === undefined) {
    return { status: 400, reason: 'Content-Length must appear at most once and have 1 to 10 digits.' };
  }
  return { body: 'sized', length: Number(length) };
}
