import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// OWASP's recommendation for scrypt with 16 MiB: N=2^14, r=8, p=5.
const COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** `salt.key`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
}

/** Without a stored password it takes the same time and returns false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [salt, key] = (stored ?? NOBODY).split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!salt || !key) throw new Error('a stored password has not the form salt.key');
  const same = timingSafeEqual(await derive(password, salt), key);
  return same && stored !== undefined;
}

const NOBODY = `${randomBytes(16).toString('base64url')}.${randomBytes(KEY_BYTES).toString('base64url')}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
