import type { Header } from './response.js';

/**
 * Cross-origin access for the endpoints that browser-based MCP clients call: any origin, no cookies. Safe because nothing
 * behind these endpoints looks at a cookie. Whatever does (authorize, consent pages) must not have these headers.
 */
export const CORS_HEADERS: readonly Header[] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'WWW-Authenticate, Retry-After'],
];

/** What a preflight (OPTIONS) gets in addition. Browsers cap max-age by themselves (Chromium at two hours). */
export function preflightHeaders(allow: readonly string[]): readonly Header[] {
  return [
    ['access-control-allow-origin', '*'],
    ['access-control-allow-methods', allow.join(', ')],
    ['access-control-allow-headers', 'authorization, content-type, mcp-protocol-version'],
    ['access-control-max-age', '86400'],
  ];
}
