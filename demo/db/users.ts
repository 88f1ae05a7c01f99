import type { Kysely } from 'kysely';
import { hashPassword, verifyPassword } from '../passwords.js';
import type { NotesSchema } from './schema.js';

export interface User {
  /** Never changes; it is the user id that Gatehouse is told. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The people who have an account. */
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

  /** The user with this address and password, if there is one. As slow for an unknown address as for a wrong password. */
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
