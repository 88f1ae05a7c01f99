import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** RFC 9110 §7.6.1: they speak of one connection, and end with it. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const FORWARDED_FOR = 'x-forwarded-for';

/**
 * What goes to Gatehouse, as name, value, name, value: every end-to-end header exactly as it came, repeated ones too, so
 * that it is Gatehouse that judges them. Host stays what the browser sent.
 */
export function requestHeaders(request: IncomingMessage): string[] {
  // node:http has answered an Expect already, and X-Forwarded-For is written anew below.
  const left = new Set([...hopByHop(request.headers), 'expect', FORWARDED_FOR]);
  const headers: string[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (!left.has(name.toLowerCase())) headers.push(name, value);
  }
  // A body of unknown length keeps its framing, whatever the method: without it Gatehouse would read the body as the next
  // request on this connection.
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked');
  headers.push(FORWARDED_FOR, forwardedFor(request));
  return headers;
}

/** What comes back: everything end-to-end. Set-Cookie keeps its separate values. */
export function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const left = hopByHop(headers);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));
}

/** The fixed ones, and those that the Connection header names. */
function hopByHop(headers: IncomingHttpHeaders): Set<string> {
  return new Set([...HOP_BY_HOP, ...(headers.connection ?? '').toLowerCase().split(/[\s,]+/)]);
}

/**
 * What came stays, and the peer of this socket is added at the end: the last entry is the one that this process vouches
 * for. Which of the earlier ones to believe is the decision of Gatehouse's list of trusted proxies.
 */
function forwardedFor(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? 'unknown';
  const before = request.headers[FORWARDED_FOR];
  return before === undefined ? peer : `${String(before)}, ${peer}`;
}
