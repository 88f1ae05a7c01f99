import { parseCookies } from '../../http/cookies.js';
import type { RequestHead } from '../../http/request.js';

export const COOKIE_NAME = 'backend_token';

/** A token as a request carries it. A Bearer token wins over the cookie: whoever sends one means it. */
export interface PresentedToken {
  readonly token: string;
  /** A cookie comes along by itself with whatever a foreign page makes the browser send, a Bearer token does not. */
  readonly via: 'bearer' | 'cookie';
}

/** Undefined when there is none. Another scheme of Authorization is a proxy's business, and none of ours. */
export function presentedToken({ headers }: RequestHead): PresentedToken | undefined {
  const bearer = /^bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, via: 'bearer' };
  const cookie = parseCookies(headers.get('cookie')).get(COOKIE_NAME);
  return cookie === undefined || cookie === '' ? undefined : { token: cookie, via: 'cookie' };
}

/** The single-page application sends this with every request; no foreign page can without our consent (CORS). */
export function isFromSpa({ headers }: RequestHead): boolean {
  return headers.get('x-requested-with')?.toLowerCase() === 'xmlhttprequest';
}

/** Whether a request that changes something could have been made by a foreign page (spec, Authentication 2). */
export function lacksCsrfHeader(request: RequestHead, { via }: PresentedToken): boolean {
  return via === 'cookie' && !SAFE_METHODS.has(request.method) && !isFromSpa(request);
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
