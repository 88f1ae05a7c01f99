import { randomBytes } from 'node:crypto';

/**
 * A random base64url string of `bytes` bytes of entropy. 32 bytes (43 characters) is what every code, token and secret
 * uses: more than the 128 bits that RFC 6749 §10.10 asks for, and the same length as a SHA-256 in base64url.
 */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
