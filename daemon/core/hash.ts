import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text's UTF-8 bytes: the only form in which codes, tokens and secrets are stored. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares two hashes in constant time. Hashes of different length are unequal; the length is no secret. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
