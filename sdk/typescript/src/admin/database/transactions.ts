import type { DatabaseConnection, Kysely, Transaction, TransactionBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { classify, isDatabases, isTransient, rememberAsDatabases } from '../../sql/database/database-errors.js';
import type { CallLimits } from '../../wire/call.js';
import { requireWanted } from '../../wire/call.js';
import { Interruption, isInterrupted } from './interruption.js';
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
 * must do nothing outside of it. Throws Unavailable when it still lost at the deadline, and when the database is away; what
 * `work` throws of its own accord is thrown as it is.
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
      if (!isDatabases(error)) throw error;
      if (isInterrupted(error)) throw new DeadlineExceeded();
      if (!isTransient(error)) throw classify(error).meaning;
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
  const isolated = engine === 'postgres' ? seeing(transaction, sight) : transaction;
  let failure: { readonly error: unknown } | undefined;
  try {
    return await isolated.execute(async (trx) => {
      // It may have waited for a connection for longer than its caller did.
      requireWanted(limits);
      await trx.getExecutor().provideConnection(async (connection) => observe(connection));
      const interruption = await Interruption.of(engine, db, trx, limits);
      try {
        const result = await work(trx);
        // Last look before the commit: from here on it is the database's.
        requireWanted(limits);
        return result;
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        await interruption?.end();
      }
    });
  } catch (error) {
    // Where the rollback fails as well, it is the first error that says why.
    if (failure !== undefined) throw failure.error;
    rememberAsDatabases(error);
    throw error;
  }
}

/** Runs one query outside of a transaction. Throws Unavailable when the database is away. */
export async function ask<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw classify(error).meaning;
  }
}

const observed = new WeakSet<DatabaseConnection>();

/** From now on what its statements fail with is known as the database's, whoever runs them. */
function observe(connection: DatabaseConnection): void {
  if (observed.has(connection)) return;
  observed.add(connection);
  const executeQuery = connection.executeQuery.bind(connection);
  const streamQuery = connection.streamQuery.bind(connection);
  const remember = (error: unknown): never => {
    rememberAsDatabases(error);
    throw error;
  };
  connection.executeQuery = <R>(...given: Parameters<typeof executeQuery>) => executeQuery<R>(...given).catch(remember);
  connection.streamQuery = async function* <R>(...given: Parameters<typeof streamQuery>) {
    try {
      yield* streamQuery<R>(...given);
    } catch (error) {
      remember(error);
    }
  };
}

function seeing<DB>(transaction: TransactionBuilder<DB>, sight: Sight): TransactionBuilder<DB> {
  if (sight === 'latest') return transaction.setIsolationLevel('read committed');
  const isolated = transaction.setIsolationLevel('repeatable read');
  return sight === 'oneMoment' ? isolated : isolated.setAccessMode('read only');
}
