import type { Generated, Kysely } from 'kysely';

/** The application's own tables. The SDK's tables (clients, codes, tokens) are in a separate file. */
export interface NotesSchema {
  users: UserTable;
  sessions: SessionTable;
  notes: NoteTable;
}

interface UserTable {
  id: string;
  email: string;
  name: string;
  /** Written by `hashPassword` (users.ts). */
  password: string;
}

interface SessionTable {
  /** SHA-256 of the cookie's value, so read access to the table does not allow signing in. */
  token_hash: Buffer;
  user_id: string;
  /** Milliseconds since 1970. */
  expires_at: number;
}

interface NoteTable {
  id: Generated<number>;
  user_id: string;
  text: string;
  /** Milliseconds since 1970. */
  created_at: number;
}

/** Creates the application's tables if they do not exist yet. */
export async function createTables(db: Kysely<NotesSchema>): Promise<void> {
  await db.schema
    .createTable('users')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .ifNotExists()
    .addColumn('token_hash', 'blob', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_expiry').ifNotExists().on('sessions').column('expires_at').execute();
  await db.schema
    .createTable('notes')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('notes_of_user').ifNotExists().on('notes').columns(['user_id', 'id']).execute();
}
