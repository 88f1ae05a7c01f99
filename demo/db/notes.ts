import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { NotesSchema } from './schema.js';

export interface Note {
  readonly id: number;
  readonly text: string;
  readonly createdAt: Date;
}

export const MAX_NOTE_LENGTH = 2000;

/** The notes of all users. Every method requires the user, so no user can reach another's notes. */
export class Notes {
  constructor(private readonly db: Kysely<NotesSchema>) {}

  /** Newest first. `containing` filters by a text, case-insensitive for ASCII letters. */
  async list(userId: string, containing = '', limit = 100): Promise<Note[]> {
    const rows = await this.db
      .selectFrom('notes')
      .select(['id', 'text', 'created_at'])
      .where('user_id', '=', userId)
      .$if(containing !== '', (query) => query.where(sql<boolean>`instr(lower(text), lower(${containing})) > 0`))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, text: row.text, createdAt: new Date(row.created_at) }));
  }

  async add(userId: string, text: string): Promise<Note> {
    const createdAt = new Date();
    const { id } = await this.db
      .insertInto('notes')
      .values({ user_id: userId, text, created_at: createdAt.getTime() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, text, createdAt };
  }

  async remove(userId: string, id: number): Promise<void> {
    await this.db.deleteFrom('notes').where('user_id', '=', userId).where('id', '=', id).execute();
  }
}
