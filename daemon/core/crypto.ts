import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';

/** SHA-256 of bytes, or of a text's UTF-8: the only form in which codes, tokens and secrets are stored. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** SHA-256 in base64url, 43 characters: what a map or a store files a secret or a text of any length under. */
export function hashedKey(text: string): string {
  return sha256(text).toString('base64url');
}

/** Compares two hashes in constant time. Hashes of different length are unequal; the length is no secret. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Filled in one call, because each call to the system's generator costs more than the rest of a token. */
const randomPool = Buffer.alloc(4096);
let randomUsed = randomPool.length;

/**
 * A random base64url string of `bytes` bytes of entropy. 32 bytes (43 characters) is what every code, token and secret
 * uses: more than the 128 bits that RFC 6749 §10.10 asks for, and the same length as a SHA-256 in base64url.
 */
export function randomToken(bytes = 32): string {
  if (randomUsed + bytes > randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  const token = randomPool.toString('base64url', randomUsed, randomUsed + bytes);
  // Handed out once: what was a secret does not stay behind.
  randomPool.fill(0, randomUsed, randomUsed + bytes);
  randomUsed += bytes;
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

/**
 * Seals a text under a key that only the holder of `secret` can derive (HKDF-SHA-256, RFC 5869; AES-256-GCM), so that a
 * store may keep it without being able to read it. `purpose` separates the uses of one secret from each other.
 * Layout: 12 bytes nonce, 16 bytes tag, ciphertext.
 */
export function seal(text: string, secret: string, purpose: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Undefined when it was sealed under another secret or purpose, or was changed since. */
export function unseal(sealed: Buffer, secret: string, purpose: string): string | undefined {
  if (sealed.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
