import { toBytes } from '../../values/go-string.js';
import { FAILSAFE } from './failsafe.js';

const SAFE_SCHEME = /^(?:https?|mailto)$/iu;
const NOT_UNRESERVED = /[^A-Za-z0-9\-._~]+/g;
/** Valid escapes stay as they are. Quotes and parentheses go: they would end the URL in some of its surroundings. */
const NOT_IN_URL = /(?:[^A-Za-z0-9\-._~!#$&*+,/:;=?@[\]%]|%(?![\da-fA-F]{2}))+/g;

/** Replaces a URL whose scheme could run code; those without a scheme are safe. */
export function filterUrl(url: string): string {
  return isSafeUrl(url) ? url : `#${FAILSAFE}`;
}

export function isSafeUrl(url: string): boolean {
  const colon = url.indexOf(':');
  if (colon < 0) return true;
  const scheme = url.slice(0, colon);
  return scheme.includes('/') || SAFE_SCHEME.test(scheme);
}

/** A whole URL, or the part before its query: delimiters keep their meaning. */
export function normalizeUrl(url: string): string {
  return url.replace(NOT_IN_URL, percentEncoded);
}

/** A component: every delimiter is escaped. */
export function escapeUrlComponent(text: string): string {
  return text.replace(NOT_UNRESERVED, percentEncoded);
}

function percentEncoded(text: string): string {
  return Buffer.from(toBytes(text)).toString('hex').replace(/../g, '%$&');
}
