import type { Kysely, Transaction, TransactionBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireWanted, type CallLimits } from '../host/call-limits.js';
import { DeadlineExceeded, Unavailable } from '../ports/unavailable.js';
import { Interruption, isInterrupted } from './interruption.js';
import { isTransient } from './transient.js';
import type { Turns } from './turns.js';

export type Engine = 'sqlite' | 'postgres';

/**
 * The application's database as the admin backend uses it. The Kysely instance is the application's own; on SQLite its
 * connection may be shared with the rest of the application, since Kysely lets one transaction at a time have it.
 */
export interface AdminDatabase<DB> {
  readonly db: Kysely<DB>;
  readonly engine: Engine;
  /** How many transactions run at the same time. Absent: as many as there are connections. */
  readonly turns?: Turns;
  /** Where lists and choices are read, and how many of them at the same time, besides `turns`. Default: `db`. */
  readonly lists?: { readonly db: Kysely<DB>; readonly turns?: Turns };
}

/**
 * How a transaction on PostgreSQL sees what others do. One that writes decides on what is committed by then, behind the locks
 * that it takes. One that reads sees a single moment, however many statements it takes: a record goes together with its
 * relations, and a page with its count. A transaction on SQLite always sees a single moment.
 */
type Sight = 'latest' | 'oneMoment' | 'oneMomentReadOnly';

const LONGEST_PAUSE_MS = 20;

/**
 * Runs `work` in one transaction, and commits it only while the call is wanted: otherwise its statements are interrupted,
 * everything is rolled back and DeadlineExceeded thrown. A transaction that lost against another one is run again, so `work`
 * must do nothing outside of it. Throws Unavailable when it still lost at the deadline.
 *
 * @param who whose turn it takes: an administrator's id
 */
export function inTransaction<DB, T>(
  database: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among(database, 'latest', limits, work, who);
}

/** As inTransaction, for what only reads. */
export function inReadTransaction<DB, T>(
  database: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among(database, 'oneMomentReadOnly', limits, work, who);
}

/** As inReadTransaction, for code of the application that reads, and may want to note that it did. */
export function inViewTransaction<DB, T>(
  database: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among(database, 'oneMoment', limits, work, who);
}

/** As inReadTransaction, for what may take long. Such transactions never have all connections. */
export function inListTransaction<DB, T>(
  { db, engine, turns, lists = { db } }: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return inTurn(lists.turns, who, limits, () =>
    // A pool of their own is no share of the other one.
    inTurn(lists.db === db ? turns : undefined, who, limits, () =>
      again({ db: lists.db, engine }, 'oneMomentReadOnly', limits, work),
    ),
  );
}

function among<DB, T>(
  database: AdminDatabase<DB>,
  sight: Sight,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who: string,
): Promise<T> {
  return inTurn(database.turns, who, limits, () => again(database, sight, limits, work));
}

function inTurn<T>(turns: Turns | undefined, who: string, limits: CallLimits, work: () => Promise<T>): Promise<T> {
  return turns === undefined ? work() : turns.run(who, limits, work);
}

async function again<DB, T>(
  database: Pick<AdminDatabase<DB>, 'db' | 'engine'>,
  sight: Sight,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(database, sight, limits, work);
    } catch (error) {
      if (isInterrupted(error)) throw new DeadlineExceeded();
      if (!isTransient(error)) throw error;
      if (Date.now() >= limits.deadline.getTime()) {
        throw new Unavailable('the database is too busy', { cause: error });
      }
      // Of several processes that wait for SQLite's one writer, none may keep in step with another.
      await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}

async function once<DB, T>(
  { db, engine }: Pick<AdminDatabase<DB>, 'db' | 'engine'>,
  sight: Sight,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction();
  return (engine === 'postgres' ? seeing(transaction, sight) : transaction).execute(async (trx) => {
    // It may have waited for a connection for longer than its caller did.
    requireWanted(limits);
    const interruption = await Interruption.of(engine, db, trx, limits);
    try {
      const result = await work(trx);
      // Last look before the commit: from here on it is the database's.
      requireWanted(limits);
      return result;
    } finally {
      await interruption?.end();
    }
  });
}

function seeing<DB>(transaction: TransactionBuilder<DB>, sight: Sight): TransactionBuilder<DB> {
  if (sight === 'latest') return transaction.setIsolationLevel('read committed');
  const isolated = transaction.setIsolationLevel('repeatable read');
  return sight === 'oneMoment' ? isolated : isolated.setAccessMode('read only');
}
