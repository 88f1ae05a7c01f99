import { randomBytes } from 'node:crypto';

/**
 * A random base64url string of `bytes` bytes of entropy. 32 bytes (43 characters) is what every code, token and secret
 * uses: more than the 128 bits that RFC 6749 §10.10 asks for, and the same length as a SHA-256 in base64url.
 */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * A unique id that is greater than those made before it: milliseconds of the epoch, then 12 random bytes. Rows that are
 * keyed by it come one after the other in a host's indexes, instead of each on a page of its own. For ids that are no
 * secret: it tells when it was made.
 */
export function orderedId(now = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomToken(12);
}
