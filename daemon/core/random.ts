import { randomFillSync } from 'node:crypto';

/** Filled in one call, because each call to the system's generator costs more than the rest of a token. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * A random base64url string of `bytes` bytes of entropy. 32 bytes (43 characters) is what every code, token and secret
 * uses: more than the 128 bits that RFC 6749 §10.10 asks for, and the same length as a SHA-256 in base64url.
 */
export function randomToken(bytes = 32): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const token = pool.toString('base64url', used, used + bytes);
  // Handed out once: what was a secret does not stay behind.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return token;
}

/**
 * A unique id that is greater than those made before it: milliseconds of the epoch, then 12 random bytes. Rows that are
 * keyed by it come one after the other in a host's indexes, instead of each on a page of its own. For ids that are no
 * secret: it tells when it was made.
 */
export function orderedId(now = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomToken(12);
}
