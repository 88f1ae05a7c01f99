import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A code, token or client id: 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only hashes are stored. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether the verifier belongs to the challenge (RFC 7636 section 4.6, S256). */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
