import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.js';
import type { DialectName } from '../database/statement.js';

/** One step of the schema. A released migration is never edited; the next one fixes its errors. */
export interface Migration {
  /** 1, 2, 3 … */
  readonly version: number;
  readonly name: string;
  /** The statements, in order. */
  up(db: Kysely<Schema>, dialect: DialectName): readonly { compile(): { readonly sql: string } }[];
}

/** PostgreSQL's errors when two processes create the ledger at the same time: one of them must check again. */
const CREATED_MEANWHILE = new Set(['23505', '42P07', '42710']);
const ATTEMPTS = 10;

/**
 * Runs `create`, which creates the table of applied migrations if it does not exist, even if other processes do so
 * concurrently.
 */
export async function createLedger(create: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await create();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!CREATED_MEANWHILE.has(code) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** The PostgreSQL client that requireUtf8 expects. */
export interface Encoding {
  readonly database: string;
  readonly encoding: string;
}

export const ENCODING_QUERY = `select current_database() as database, current_setting('server_encoding') as encoding`;

/**
 * Client names, search terms and administrators' input may contain any character. In another encoding, a statement with
 * an unsupported character fails, and a search cannot fold case, because PostgreSQL compares code numbers there.
 */
export function requireUtf8(found: Encoding | undefined): void {
  if (found === undefined || found.encoding === 'UTF8') return;
  throw new Error(
    `the database "${found.database}" has the encoding ${found.encoding}, but Gatehouse needs UTF8; create one with ` +
      '"createdb -T template0 -E UTF8" and restore a dump of the old one into it (docs/operations.md, PostgreSQL)',
  );
}
