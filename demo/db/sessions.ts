import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { NotesSchema } from './schema.js';
import type { User } from './users.js';

export const SESSION_SECONDS = 12 * 60 * 60;

/** A value for the session cookie that nobody can guess. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Who is signed in. A session exists only on the server; the browser holds nothing but a random token. */
export class Sessions {
  constructor(private readonly db: Kysely<NotesSchema>) {}

  /** Returns the token of the new session. Always a fresh one: a token from before the sign-in might be known to others. */
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
