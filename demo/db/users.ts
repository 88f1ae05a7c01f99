import type { Kysely } from 'kysely';
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { NotesSchema } from './schema.js';

// OWASP's recommendation for scrypt with 16 MiB: N=2^14, r=8, p=5.
const COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** `salt.key`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
}

/** Returns false without a stored password, after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [salt, key] = (stored ?? NOBODY).split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!salt || !key) throw new Error('a stored password does not have the form salt.key');
  const same = timingSafeEqual(await derive(password, salt), key);
  return same && stored !== undefined;
}

const NOBODY = `${randomBytes(16).toString('base64url')}.${randomBytes(KEY_BYTES).toString('base64url')}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

export interface User {
  /** Never changes; Gatehouse gets it as the user id. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The users with an account. */
export class Users {
  constructor(private readonly db: Kysely<NotesSchema>) {}

  async any(): Promise<boolean> {
    return (await this.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
  }

  async create(user: User, password: string): Promise<void> {
    await this.db
      .insertInto('users')
      .values({ id: user.id, email: user.email, name: user.name, password: await hashPassword(password) })
      .execute();
  }

  /** The user with this address and password, if any. Takes the same time for an unknown address and a wrong password. */
  async withPassword(email: string, password: string): Promise<User | undefined> {
    const row = await this.db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'password'])
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    const matches = await verifyPassword(password, row?.password);
    return row && matches ? { id: row.id, email: row.email, name: row.name } : undefined;
  }
}

export const SESSION_SECONDS = 12 * 60 * 60;

/** An unguessable value for the session cookie. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Sessions of signed-in users. A session exists only on the server; the browser holds only a random token. */
export class Sessions {
  constructor(private readonly db: Kysely<NotesSchema>) {}

  /** Returns the token of the new session. Always generates a new one: others might know a token from before the sign-in. */
  async start(userId: string): Promise<string> {
    const token = newSessionToken();
    const now = Date.now();
    await this.db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await this.db
      .insertInto('sessions')
      .values({ token_hash: hash(token), user_id: userId, expires_at: now + SESSION_SECONDS * 1000 })
      .execute();
    return token;
  }

  async user(token: string): Promise<User | undefined> {
    return this.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.email', 'users.name'])
      .where('token_hash', '=', hash(token))
      .where('expires_at', '>', Date.now())
      .executeTakeFirst();
  }

  async end(token: string): Promise<void> {
    await this.db.deleteFrom('sessions').where('token_hash', '=', hash(token)).execute();
  }
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
