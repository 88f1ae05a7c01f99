import type { RequestHandler, Response } from 'express';

/**
 * Where to go after signing in: a path of this application, or `/` for anything else. The value comes from an untrusted
 * link, so an address that leaves the application must not pass in any spelling (`//host`, `/\host`, `/<tab>/host`,
 * `/.//host`). The URL parser that browsers use decides, and its result is checked again.
 */
export function returnPath(value: string): string {
  if (!value.startsWith('/') || !URL.canParse(value, HERE)) return '/';
  const url = new URL(value, HERE);
  const path = url.pathname + url.search;
  return url.origin === HERE && !path.startsWith('//') ? path : '/';
}

const HERE = 'http://application.invalid';

/** For every page: no scripts, only our own style sheet, forms only to this application, no framing. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  allowFormsTo(response, []);
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Not `no-referrer`: a browser would then send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
  // Cross-Origin-Opener-Policy is omitted on purpose: a client that opened the consent page in a pop-up window would lose
  // access to the window.
  next();
};

/**
 * Also lets the page's forms lead to these sources. Chrome applies `form-action` to the redirect after a form too, so the
 * consent page must name the client's redirect target; otherwise "Allow" does nothing.
 */
export function allowFormsTo(response: Response, sources: readonly string[]): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...sources].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  response.set('Content-Security-Policy', policy.join('; '));
}

/**
 * The CSP source that covers a redirect URI: its origin, or its scheme if CSP has no syntax for the origin (private-use
 * schemes, IPv6, and hosts with characters that would end the directive).
 */
export function formActionSource(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  const spellable = /^https?:$/.test(protocol) && /^[a-z0-9.-]+(:\d+)?$/.test(host);
  return spellable ? `${protocol}//${host}` : protocol;
}
