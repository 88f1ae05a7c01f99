import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { NotesSchema } from './schema.js';

export interface Note {
  readonly id: number;
  readonly text: string;
  readonly createdAt: Date;
}

export const MAX_NOTE_LENGTH = 2000;

/** Everybody's notes. Every method names the user, so that nobody can reach another's. */
export class Notes {
  constructor(private readonly db: Kysely<NotesSchema>) {}

  /** The latest first. `containing` keeps those that contain the text, in any case of ASCII letters. */
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
