import type { Header } from '../../http/response.js';

/**
 * On everything below the admin prefix that a browser may render or run. Scripts and styles come from our own origin alone,
 * none of them inline: what a record holds can never run.
 */
export const ADMIN_CSP: Header = [
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // data: is for the style sheets of plugins, which draw with it; an image runs nothing.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
];

export const SAME_ORIGIN: Header = ['cross-origin-resource-policy', 'same-origin'];
