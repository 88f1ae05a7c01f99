import { cookieValues, serializeCookie } from '../../http/headers.js';
import type { RequestHead } from '../../http/request.js';
import type { Header } from '../../http/response.js';
import { ADMINISTRATOR_HEADER, REQUESTED_WITH_HEADER, REQUESTED_WITH_PAGE } from '../api/page.js';
import type { Administrator } from '../model/administrator.js';
import type { AdminClaims } from './tokens.js';

const COOKIE_NAME = 'backend_token';

/** A token as a request carries it. A Bearer token takes precedence over the cookie, because clients send it deliberately. */
export interface PresentedToken {
  readonly token: string;
  /** The browser attaches a cookie even to requests that a foreign page triggers, but never a Bearer token. */
  readonly via: 'bearer' | 'cookie';
}

/** The claims of a token that Gatehouse has issued; undefined for a foreign one. */
export type ClaimsOf = (token: string) => Pick<AdminClaims, 'sub' | 'iat'> | undefined;

/** Undefined if there is none. Gatehouse ignores other schemes of Authorization, which a proxy may use. */
export function presentedToken({ headers }: RequestHead, claimsOf: ClaimsOf): PresentedToken | undefined {
  const bearer = /^bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, via: 'bearer' };
  const values = new Set(cookieValues(headers.get('cookie'), COOKIE_NAME));
  values.delete('');
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  const token = others.length === 0 ? first : chosenOf([first, ...others], headers.get(ADMINISTRATOR_HEADER), claimsOf);
  return { token, via: 'cookie' };
}

/**
 * The token that counts of several cookies. A site on another host of the domain cannot read the administrator's cookie, but it
 * can set one beside it: with any text, so that the administrator seems to be signed out, or with a token of its own account, for
 * which the administrator would then work. Tokens that Gatehouse has not issued do not count, and neither do those of others
 * than the administrator whom the page names. If tokens of several administrators are left, none counts.
 */
function chosenOf(tokens: readonly string[], believed: string | undefined, claimsOf: ClaimsOf): string {
  const own = tokens.flatMap((token) => {
    const claims = claimsOf(token);
    return claims === undefined ? [] : [{ token, ...claims }];
  });
  const named = own.filter(({ sub }) => encodeURIComponent(sub) === believed);
  const left = (named.length > 0 ? named : own).sort((one, other) => other.iat - one.iat);
  const isOne = new Set(left.map(({ sub }) => sub)).size === 1;
  return (isOne && left[0]?.token) || NO_TOKEN;
}

/** No administrator's. */
const NO_TOKEN = '';

/** True if the single-page application, not a foreign page, sends the request. */
export function isFromSpa({ headers }: RequestHead): boolean {
  return headers.get(REQUESTED_WITH_HEADER)?.toLowerCase() === REQUESTED_WITH_PAGE.toLowerCase();
}

/** True if a foreign page could have sent this state-changing request (AD-113). */
export function lacksCsrfHeader(request: RequestHead, { via }: PresentedToken): boolean {
  return via === 'cookie' && !SAFE_METHODS.has(request.method) && !isFromSpa(request);
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if the page that sends the request was loaded for another administrator. All tabs of a browser share one cookie: once a
 * second administrator signs in, a tab of the first one would send the second one's cookie and save under the wrong name. The
 * page therefore names the administrator that it was loaded for, percent-encoded, because ids may contain any character.
 */
export function isForAnother({ headers }: RequestHead, { id }: Pick<Administrator, 'id'>): boolean {
  const believed = headers.get(ADMINISTRATOR_HEADER);
  return believed !== undefined && believed !== encodeURIComponent(id);
}

/** The Set-Cookie headers that give the token to the browser of the single-page application and delete it again. */
export class BackendCookie {
  readonly #secure: boolean;
  readonly #path: string;

  /** @param path the admin prefix: no other path of the application's origin receives the token */
  constructor(path: string, secure: boolean) {
    this.#path = path;
    this.#secure = secure;
  }

  /** @param maxAgeSeconds seconds until the token can no longer be refreshed */
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
