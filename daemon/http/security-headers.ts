import type { Header } from './response.js';

/**
 * On every answer, unless the route set the header itself (a page of ours has its own content-security-policy). The
 * defaults are those of an API: what is sent is data, nothing renders it, nothing frames it, no address leaks from it.
 */
const SECURITY_HEADERS: readonly Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

export function withSecurityHeaders(headers: readonly Header[]): Header[] {
  const result = [...headers];
  for (const header of SECURITY_HEADERS) {
    if (!headers.some(([name]) => name === header[0])) result.push(header);
  }
  return result;
}
