import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Framing } from './request-framing.js';

/**
 * Carries an id that the mount chooses for each request. The daemon repeats it in its answer, and the mount relays no
 * answer without it: if the two ever disagree about where a message ends, a client gets an error and never the answer to
 * another client's request.
 */
export const EXCHANGE_ID = 'gatehouse-exchange';

/** Facts about the request that only the mount may state. */
export interface Ownership {
  /** Authority of the target. */
  readonly host: string;
  /** Undefined if the client has no address. */
  readonly clientAddress: string | undefined;
  readonly exchangeId: string;
}

/**
 * These headers frame or route one connection, or identify its peer. The mount never forwards the client's, whatever its
 * Connection header says, and writes those that the daemon needs itself (RFC 9110 §7.6.1, RFC 9112 §6).
 */
const NEVER_FORWARDED = new Set([
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-real-ip',
]);
const NEVER_FORWARDED_PREFIXES = ['proxy-', 'x-forwarded-', 'gatehouse-'];

/** Extension headers that Gatehouse reads. */
const MEANINGFUL_EXTENSIONS = new Set(['x-requested-with', 'x-request-id']);

/** Gatehouse accepts a head of up to 16 KiB and 64 headers (docs/http.md). */
export const MAX_HEAD_BYTES = 16_384 - 256;
export const MAX_HEADERS = 64;

/**
 * The headers for Gatehouse, as name, value, name, value. Only `framing` delimits the body. End-to-end headers with plain
 * names stay unchanged, repeated ones too, so that Gatehouse can validate them.
 */
export function requestHeaders(request: IncomingMessage, framing: Framing, own: Ownership): string[] {
  const headers = ['Host', own.host, 'Connection', 'keep-alive', EXCHANGE_ID, own.exchangeId];
  if (framing.body === 'chunked') headers.push('Transfer-Encoding', 'chunked');
  if (framing.body === 'sized') headers.push('Content-Length', String(framing.length));
  if (own.clientAddress !== undefined) headers.push('X-Forwarded-For', own.clientAddress);
  const removed = removedByConnection(request.headers.connection);
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (isEndToEnd(name) && !removed.has(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
}

/**
 * Whether the request has more headers than Gatehouse accepts, or as many as the application's server exposes: node:http
 * silently drops those beyond `maxHeadersCount`, by default 1,000, even if they frame the body.
 */
export function hasTooManyHeaders({ rawHeaders, socket }: IncomingMessage): boolean {
  const { server } = socket as { server?: { maxHeadersCount?: number | null } };
  const shown = server?.maxHeadersCount;
  const dropped = typeof shown === 'number' && shown > 0 && rawHeaders.length >= 2 * shown;
  return dropped || rawHeaders.length > 2 * MAX_HEADERS;
}

/**
 * Whether Gatehouse would reject the head (431). It may do so without the exchange id, so the mount must answer instead.
 */
export function isHeadTooLarge(target: string, headers: readonly string[]): boolean {
  if (headers.length > 2 * MAX_HEADERS) return true;
  const texts = headers.reduce((bytes, text) => bytes + text.length + 2, 0);
  return texts + target.length > MAX_HEAD_BYTES;
}

/** The headers for the client: all end-to-end headers. Set-Cookie keeps its separate values. */
export function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const removed = removedByConnection(headers.connection);
  // The parser has delimited the body that follows, so its length may be included.
  const kept = (name: string): boolean => name === 'content-length' || (isEndToEnd(name) && !removed.has(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept(name)));
}

function isEndToEnd(name: string): boolean {
  const lower = name.toLowerCase();
  if (!PLAIN_NAME.test(lower) || NEVER_FORWARDED.has(lower)) return false;
  return !NEVER_FORWARDED_PREFIXES.some((prefix) => lower.startsWith(prefix));
}

/**
 * Every header that Gatehouse reads has such a name. Its default HTTP engine never answers a request with another one, such
 * as "X_A" (docs/http.md): it would occupy its connection for ten seconds. Some servers also read "_" as "-".
 */
const PLAIN_NAME = /^[a-z0-9-]+$/;

/**
 * The headers that Connection removes (RFC 9110 §7.6.1): only extensions ("X-…") that Gatehouse does not read. A client
 * must not be able to remove headers on which checks depend, such as Authorization, Cookie, Content-Type, Origin or
 * X-Requested-With. Headers of one connection are never forwarded anyway.
 */
function removedByConnection(connection: string | undefined): Set<string> {
  const names = (connection ?? '').toLowerCase().split(/[\s,]+/);
  return new Set(names.filter((name) => name.startsWith('x-') && !MEANINGFUL_EXTENSIONS.has(name)));
}
