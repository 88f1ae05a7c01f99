import Negotiator from 'negotiator';
import { acceptedRanges } from '../core/preferences.js';

/**
 * The media type of a Content-Type header: lower case, without parameters ("application/json" of "Application/JSON;
 * charset=utf-8"). Ignores the charset: our formats are UTF-8 by definition, and clients write it in many ways. Undefined if
 * there is no header or it is not a media type (RFC 9110 §8.3.1).
 */
export function mediaType(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const semicolon = header.indexOf(';');
  const type = (semicolon === -1 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  return MEDIA_TYPE.test(type) ? type : undefined;
}

const MEDIA_TYPE = /^[!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** Cookies (RFC 6265). Names and values are used unchanged: no percent-decoding, no unquoting. */

/**
 * The values of the cookies with one name, in the order in which the browser sends them. There may be several: a site on another
 * host of the same domain can set one of that name, and a longer path puts it first (RFC 6265 §5.4, §8.6).
 */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  if (header === undefined) return [];
  const values: string[] = [];
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals !== -1 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  return values;
}

export interface CookieAttributes {
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
  /** Seconds. Absent: until the browser closes. 0: delete the cookie now. */
  readonly maxAge?: number;
}

/**
 * Formats a Set-Cookie header. Throws on a name or value that would not come back unchanged, and on a prefix whose rules are
 * not met.
 */
export function serializeCookie(name: string, value: string, attributes: CookieAttributes): string {
  if (!COOKIE_NAME.test(name)) throw new Error(`cookie name ${JSON.stringify(name)} is not a token (RFC 6265 §4.1.1)`);
  if (!COOKIE_VALUE.test(value)) throw new Error(`value of cookie ${name} has characters that RFC 6265 §4.1.1 forbids`);
  if (!COOKIE_PATH.test(attributes.path))
    throw new Error(`path of cookie ${name} must start with "/" and not contain ";"`);
  const mustBeSecure = attributes.sameSite === 'None' || name.startsWith('__Secure-') || name.startsWith('__Host-');
  if (mustBeSecure && !attributes.secure) throw new Error(`cookie ${name} needs the Secure attribute`);
  if (name.startsWith('__Host-') && attributes.path !== '/') throw new Error(`cookie ${name} needs the path "/"`);
  let cookie = `${name}=${value}; Path=${attributes.path}; SameSite=${attributes.sameSite}`;
  if (attributes.httpOnly) cookie += '; HttpOnly';
  if (attributes.secure) cookie += '; Secure';
  if (attributes.maxAge !== undefined) cookie += `; Max-Age=${Math.floor(attributes.maxAge)}`;
  return cookie;
}

const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const COOKIE_PATH = /^\/[\x20-\x3a\x3c-\x7e]*$/;

/** Codings of a response body (RFC 9110 §8.4.1), smallest result first; `identity` leaves the body unchanged. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * The coding that a client prefers among those available (RFC 9110 §12.5.3); among equals, the one with the smallest result.
 * Falls back to `identity` if nothing else fits, even for a client that does not accept it, because the body can always be
 * sent that way.
 */
export function chooseCoding(acceptEncoding: string | undefined, available: readonly Coding[]): Coding {
  const ranges = acceptedRanges(acceptEncoding, TOKEN);
  const negotiator = new Negotiator({ headers: { 'accept-encoding': ranges.join(',') } });
  const [best] = negotiator.encodings(available, { preferred: CODINGS });
  return CODINGS.find((coding) => coding === best) ?? 'identity';
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;

/**
 * True if the client's copy is current (RFC 9110 §13.1.2): If-None-Match contains the entity tag, or "*". Uses the weak
 * comparison, as the RFC requires for this header.
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque);
}
