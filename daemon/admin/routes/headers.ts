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
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
];

export const SAME_ORIGIN: Header = ['cross-origin-resource-policy', 'same-origin'];
