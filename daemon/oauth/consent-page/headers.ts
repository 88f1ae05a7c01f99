import { createHash } from 'node:crypto';
import type { Header } from '../../http/response.js';
import { STYLESHEET } from './stylesheet.js';

const STYLE_HASH = createHash('sha256').update(STYLESHEET).digest('base64');

/**
 * What the form may lead to. Chromium holds the redirect that answers a form to form-action as well, so the place that the
 * browser goes to with the answer has to be named; nothing else is, and a page without a form names nothing.
 */
export function formTargets(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') return `'self' ${protocol}`;
  // CSP's grammar knows no IPv6 literal: a browser would drop the source and block the redirect. The scheme is the
  // narrowest source that can be written for it.
  return hostname.startsWith('[') ? `'self' ${protocol}` : `'self' ${protocol}//${host}`;
}

/**
 * Headers of every page. No Cross-Origin-Opener-Policy: clients that run in a browser open this page in a window of their
 * own and wait for it through window.opener, which any other policy than the default cuts for good.
 */
export function pageHeaders(language: string, formAction: string): readonly Header[] {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "img-src 'none'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ];
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-language', language],
    ['content-security-policy', policy.join('; ')],
    ['x-frame-options', 'DENY'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cache-control', 'no-store'],
  ];
}
