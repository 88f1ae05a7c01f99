import { parseCookies, serializeCookie } from '../../http/headers.js';
import type { RequestHead } from '../../http/request.js';
import type { Header } from '../../http/response.js';
import { ADMINISTRATOR_HEADER, REQUESTED_WITH_HEADER, REQUESTED_WITH_PAGE } from '../api/page.js';
import type { Administrator } from '../model/administrator.js';

const COOKIE_NAME = 'backend_token';

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

/** Whether the single-page application sends the request, and no foreign page. */
export function isFromSpa({ headers }: RequestHead): boolean {
  return headers.get(REQUESTED_WITH_HEADER)?.toLowerCase() === REQUESTED_WITH_PAGE.toLowerCase();
}

/** Whether a request that changes something could have been made by a foreign page (AD-113). */
export function lacksCsrfHeader(request: RequestHead, { via }: PresentedToken): boolean {
  return via === 'cookie' && !SAFE_METHODS.has(request.method) && !isFromSpa(request);
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the page that sends the request shows somebody else's name. All tabs of a browser share one cookie: a tab that was
 * opened by one administrator sends that of the next once another tab has signed in anew, and would save under the wrong name.
 * The page therefore names the administrator it was loaded for, percent-encoded, since ids may hold any character.
 */
export function isForAnother({ headers }: RequestHead, { id }: Pick<Administrator, 'id'>): boolean {
  const believed = headers.get(ADMINISTRATOR_HEADER);
  return believed !== undefined && believed !== encodeURIComponent(id);
}

/** The Set-Cookie headers that bring the token to the single-page application, and take it away again. */
export class BackendCookie {
  readonly #secure: boolean;
  readonly #path: string;

  /** @param path the admin prefix: nothing else of the application's origin gets to see the token */
  constructor(path: string, secure: boolean) {
    this.#path = path;
    this.#secure = secure;
  }

  /** @param maxAgeSeconds until when the token may be refreshed */
  set(token: string, maxAgeSeconds: number): Header {
    return this.#header(token, maxAgeSeconds);
  }

  clear(): Header {
    return this.#header('', 0);
  }

  #header(value: string, maxAge: number): Header {
    return [
      'set-cookie',
      serializeCookie(COOKIE_NAME, value, {
        path: this.#path,
        httpOnly: true,
        secure: this.#secure,
        sameSite: 'Strict',
        maxAge,
      }),
    ];
  }
}
