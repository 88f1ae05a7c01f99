import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';

/**
 * SHA-256 of bytes, or of a text's UTF-8: the only form in which codes, tokens and secrets are stored. In one call, which
 * costs half of an object that hashes in parts. By way of a text: its buffer comes from Node's pool, while a buffer from
 * `hash` has memory of its own, which costs as much as the hash.
 */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}

/** SHA-256 in base64url, 43 characters: the key under which a map or a store keeps a secret or a text of any length. */
export function hashedKey(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Compares two hashes in constant time. Hashes of different lengths are unequal; the length is not secret. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Filled in one call, because each call to the system's generator costs more than the rest of a token. */
const randomPool = Buffer.alloc(4096);
let randomUsed = randomPool.length;

/**
 * A random base64url string of `bytes` bytes of entropy. Every code, token and secret uses 32 bytes (43 characters): more
 * than the 128 bits that RFC 6749 §10.10 requires, and the same length as a SHA-256 in base64url.
 */
export function randomToken(bytes = 32): string {
  if (randomUsed + bytes > randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  const token = randomPool.toString('base64url', randomUsed, randomUsed + bytes);
  // Zeroed after use, so that the pool keeps no secret.
  randomPool.fill(0, randomUsed, randomUsed + bytes);
  randomUsed += bytes;
  return token;
}

/**
 * A unique id that sorts after earlier ones: milliseconds since the epoch, then 12 random bytes. Rows with such keys are
 * adjacent in a host's indexes instead of spread over all pages. Use it only for ids that are not secret: it reveals its
 * time of creation.
 */
export function orderedId(now = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomToken(12);
}

/**
 * Seals a text with a key that only the holder of `secret` can derive (HKDF-SHA-256, RFC 5869; AES-256-GCM), so that a store
 * can keep it but not read it. `purpose` separates different uses of one secret. Layout: 12 bytes nonce, 16 bytes tag,
 * ciphertext.
 */
export function seal(text: string, secret: string, purpose: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Undefined if the text was sealed with another secret or purpose, or was changed. */
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

/**
 * A text under which a store may keep something about `text` (HMAC-SHA-256, RFC 2104): only the holder of `secret` can find out
 * whether a guess is that text. `purpose` is as in `seal`.
 */
export function fingerprint(text: string, secret: string, purpose: string): string {
  return createHmac('sha256', keyOf(secret, purpose)).update(text).digest('base64url');
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
