import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Framing } from './request-framing.js';

/**
 * Carries an id that the mount chooses for each request. The daemon repeats it in its answer, and the mount relays no
 * answer without it: should the two ever disagree about where a message ends, a client gets an error and never the
 * answer to somebody else's request.
 */
export const EXCHANGE_ID = 'gatehouse-exchange';

/** What the mount alone says about the request at hand. */
export interface Ownership {
  /** Authority of the target. */
  readonly host: string;
  /** Undefined where the client has no address. */
  readonly clientAddress: string | undefined;
  readonly exchangeId: string;
}

/**
 * These frame or route one connection, or say who stands at its other end. The client's are never forwarded, whatever
 * its Connection header says; those that the daemon needs are written by the mount (RFC 9110 §7.6.1, RFC 9112 §6).
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

/** The head that Gatehouse takes is one of 16 KiB and 64 headers (docs/http.md). */
export const MAX_HEAD_BYTES = 16_384 - 256;
export const MAX_HEADERS = 64;

/**
 * What goes to Gatehouse, as name, value, name, value. What delimits the body comes from `framing` alone; end-to-end
 * headers stay exactly as they came, repeated ones too, so that Gatehouse judges them.
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
 * Whether the request has more headers than Gatehouse takes, or as many as the application's server shows: node:http
 * drops those beyond `maxHeadersCount`, by default 1,000, without a word, whatever they say about the body.
 */
export function hasTooManyHeaders({ rawHeaders, socket }: IncomingMessage): boolean {
  const { server } = socket as { server?: { maxHeadersCount?: number | null } };
  const shown = server?.maxHeadersCount;
  const dropped = typeof shown === 'number' && shown > 0 && rawHeaders.length >= 2 * shown;
  return dropped || rawHeaders.length > 2 * MAX_HEADERS;
}

/** Whether Gatehouse would refuse the head (431). It may do so without the exchange id, so that the mount has to say it. */
export function isHeadTooLarge(target: string, headers: readonly string[]): boolean {
  if (headers.length > 2 * MAX_HEADERS) return true;
  const texts = headers.reduce((bytes, text) => bytes + text.length + 2, 0);
  return texts + target.length > MAX_HEAD_BYTES;
}

/** What comes back: everything end-to-end. Set-Cookie keeps its separate values. */
export function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const removed = removedByConnection(headers.connection);
  // The body that follows is the one that the parser delimited; its length may be said.
  const kept = (name: string): boolean => name === 'content-length' || (isEndToEnd(name) && !removed.has(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept(name)));
}

function isEndToEnd(name: string): boolean {
  // Some servers take "_" for "-": what must not pass in one spelling must not in the other.
  const spelled = name.toLowerCase().replaceAll('_', '-');
  return !NEVER_FORWARDED.has(spelled) && !NEVER_FORWARDED_PREFIXES.some((prefix) => spelled.startsWith(prefix));
}

/**
 * The headers that Connection takes out (RFC 9110 §7.6.1): extensions ("X-…") that mean nothing to Gatehouse, and nothing
 * else. A client must not be able to take away what others of its headers are judged by, such as Authorization, Cookie,
 * Content-Type, Origin or X-Requested-With; and what belongs to one connection is never forwarded anyway.
 */
function removedByConnection(connection: string | undefined): Set<string> {
  const names = (connection ?? '').toLowerCase().split(/[\s,]+/);
  return new Set(names.filter((name) => name.startsWith('x-') && !MEANINGFUL_EXTENSIONS.has(name)));
}
