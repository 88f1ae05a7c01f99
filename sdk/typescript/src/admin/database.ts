import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../ports/unavailable.js';
import { isTransient } from './transient.js';

export type Engine = 'sqlite' | 'postgres';

/**
 * The application's database as the admin backend uses it. The Kysely instance is the application's own; on SQLite its
 * connection may be shared with the rest of the application, since Kysely lets one transaction at a time have it.
 */
export interface AdminDatabase<DB> {
  readonly db: Kysely<DB>;
  readonly engine: Engine;
}

/** How long a transaction is run again and again while others are in its way: no call to a host waits for longer. */
const PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 20;

/**
 * Runs `work` in one transaction. One that lost against another is run again, so `work` must do nothing outside of it.
 * Throws Unavailable when it lost for too long.
 */
export async function inTransaction<DB, T>(
  { db, engine }: AdminDatabase<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      const transaction = db.transaction();
      return await (engine === 'postgres' ? transaction.setIsolationLevel('read committed') : transaction).execute(
        work,
      );
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (Date.now() >= giveUpAt) throw new Unavailable('the database is too busy', { cause: error });
      // Of several processes that wait for SQLite's one writer, none may keep in step with another.
      await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}

/** Lets one transaction at a time pass, until it ends. SQLite has only one writer in any case. */
export async function lockFor<DB>(trx: Transaction<DB>, engine: Engine, name: string): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
