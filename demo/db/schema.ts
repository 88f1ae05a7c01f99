import type { Generated } from 'kysely';

/** The application's own tables. Those of the SDK (clients, codes, tokens) lie beside them in the same database. */
export interface NotesSchema {
  users: UserTable;
  sessions: SessionTable;
  notes: NoteTable;
}

interface UserTable {
  id: string;
  email: string;
  name: string;
  /** As passwords.ts writes it. */
  password: string;
}

interface SessionTable {
  /** SHA-256 of the cookie's value: whoever reads the table cannot sign in with it. */
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
