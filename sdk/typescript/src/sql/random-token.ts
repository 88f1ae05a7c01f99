import { randomFillSync } from 'node:crypto';

/** Filled in one call, because each call to the system's generator costs more than the rest of a token. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** A random base64url string of so many bytes of entropy, at most 4096. */
export function randomToken(bytes: number): string {
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
