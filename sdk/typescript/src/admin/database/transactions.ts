import type { DatabaseConnection, Kysely, Transaction, TransactionBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import {
  classify,
  isDatabases,
  isReadOnly,
  isTransient,
  rememberAsDatabases,
} from '../../sql/database/database-errors.js';
import { msUntil } from '../../shared/deadline.js';
import { untilDeadline } from '../../sql/database/until-deadline.js';
import type { CallLimits } from '../../wire/call.js';
import { requireWanted } from '../../wire/call.js';
import { Interruption, isInterrupted } from './interruption.js';
import type { Line } from './line.js';
import { OwnTransaction } from './own-transaction.js';
import type { SharedCommits } from './shared-commits.js';
import { ReadConnection } from './sqlite-reads.js';
import type { Turns } from './turns.js';

export type Engine = 'sqlite' | 'postgres';

/**
 * The application's database as the admin backend uses it. The Kysely instance belongs to the application. On SQLite the
 * rest of the application may share its connection, because Kysely gives it to one transaction at a time.
 */
export interface AdminDatabase<DB> {
  readonly db: Kysely<DB>;
  readonly engine: Engine;
  /** Limits the number of concurrent transactions. Absent: as many as there are connections. */
  readonly turns?: Turns;
  /** Of the only connection of an SQLite database. */
  readonly line?: Line;
  /** Of the writing transactions on that connection. */
  readonly commits?: SharedCommits<DB>;
  /** Where lists and choices are read, and a limit for them in addition to `turns`. */
  readonly lists: { readonly db: Kysely<DB>; readonly turns?: Turns };
}

/**
 * Isolation of a transaction on PostgreSQL. A writing transaction sees the data that is committed when it holds its
 * locks. A reading transaction sees one snapshot for all of its statements, so that a record matches its relations, and a
 * page its count. A transaction on SQLite always sees one snapshot.
 */
type Sight = 'latest' | 'oneMoment' | 'oneMomentReadOnly';

const LONGEST_PAUSE_MS = 20;

/** The connection was lost at the commit: the transaction may have taken effect, so that it must not run again. */
export class OutcomeUnknown extends Unavailable {}

/**
 * Runs `work` in one transaction, and commits it only while the caller still waits. Otherwise it interrupts the
 * statements, rolls back and throws DeadlineExceeded. It retries a transaction that loses a conflict, so `work` must have
 * no side effects outside of it. Throws Unavailable if the transaction still loses at the deadline, or if the database is
 * unavailable, and as OutcomeUnknown if the commit has got no answer. Other errors of `work` are rethrown unchanged.
 *
 * @param who id of the administrator whose turn it takes
 */
export function inTransaction<DB, T>(
  database: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among(database, 'latest', limits, work, who);
}

/** Like inTransaction, for work that may take long: no other transaction waits for its commit. */
export function inLongTransaction<DB, T>(
  { db, engine, turns, line }: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among({ db, engine, ...(turns && { turns }), ...(line && { line }) }, 'latest', limits, work, who);
}

/** Like inTransaction, for work that only reads. */
export function inReadTransaction<DB, T>(
  database: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among(database, 'oneMomentReadOnly', limits, work, who);
}

/** Like inReadTransaction, for application code that reads and may also write an audit record. */
export function inViewTransaction<DB, T>(
  database: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return among(database, 'oneMoment', limits, work, who);
}

/** Like inReadTransaction, for work that may take long. Such transactions never use all connections. */
export function inListTransaction<DB, T>(
  { db, engine, turns, line, lists }: AdminDatabase<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
  who = '',
): Promise<T> {
  return inTurn(lists.turns, who, limits, () =>
    // A separate pool does not use connections of the other one.
    inTurn(lists.db === db ? turns : undefined, who, limits, () =>
      again({ db: lists.db, engine, ...(lists.db === db && line && { line }) }, 'oneMomentReadOnly', limits, work),
    ),
  );
}

function among<DB, T>(
  database: Omit<AdminDatabase<DB>, 'lists'>,
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

function inLine<T>(line: Line | undefined, work: () => Promise<T>): Promise<T> {
  return line === undefined ? work() : line.run(work);
}

async function again<DB, T>(
  database: Pick<AdminDatabase<DB>, 'db' | 'engine' | 'line' | 'commits'>,
  sight: Sight,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const commits = sight === 'latest' ? database.commits : undefined;
  const alone = () => once(database, sight, limits, work);
  const within = (trx: Transaction<DB>) => whileWanted(database, sight, trx, limits, work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await (commits === undefined
        ? inLine(database.line, alone)
        : commits.run({ alone, within, requireWanted: () => requireWanted(limits) }));
    } catch (error) {
      if (!isDatabases(error)) throw error;
      if (isInterrupted(error)) throw new DeadlineExceeded();
      // Code of the application wrote where it may only read: that is no outage.
      if (sight === 'oneMomentReadOnly' && isReadOnly(error)) throw error;
      if (!isTransient(error)) throw classify(error).meaning;
      if (msUntil(limits.deadline) <= 0) {
        throw new Unavailable('the database is too busy', { cause: error });
      }
      // Random delays keep processes that wait for SQLite's only writer from retrying in lockstep.
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
  const progress = { isCommitting: false };
  try {
    return await isolated.execute(async (trx) => {
      try {
        const result = await whileWanted({ db, engine }, sight, trx, limits, work);
        progress.isCommitting = true;
        return result;
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (error) {
    // If the rollback fails as well, the first error explains the failure.
    if (failure !== undefined) throw failure.error;
    rememberAsDatabases(error);
    // SQLite has rolled back a commit that failed.
    const isLost = engine === 'postgres' && !isTransient(error) && classify(error).meaning instanceof Unavailable;
    if (progress.isCommitting && isLost) {
      throw new OutcomeUnknown('lost the connection at the commit', { cause: error });
    }
    throw error;
  }
}

/** The statements of one caller, in a transaction that has begun. */
async function whileWanted<DB, T>(
  { db, engine }: Pick<AdminDatabase<DB>, 'db' | 'engine'>,
  sight: Sight,
  trx: Transaction<DB>,
  limits: CallLimits,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  // The wait for a connection may have outlasted the caller.
  requireWanted(limits);
  // Once for all that is done with it: Kysely's way to it costs more than that.
  const connection = await trx.getExecutor().provideConnection((one) => Promise.resolve(one));
  const observation = observe(connection);
  observation.begin(engine === 'sqlite' && !(connection instanceof ReadConnection));
  const interruption = await Interruption.of(engine, db, trx, connection, limits);
  // A statement that only reads does no harm behind the end.
  const own = sight === 'oneMomentReadOnly' ? undefined : new OwnTransaction(trx);
  try {
    const result = await untilDeadline(limits.deadline, () => work(own?.trx ?? trx));
    await own?.end();
    if (engine === 'postgres' && observation.last !== undefined) await requireUnfailed(trx);
    if (observation.isLost) throw new Error(LOST);
    // Last check before the commit, which can no longer be stopped.
    requireWanted(limits);
    return result;
  } finally {
    await own?.end();
    observation.end();
    await interruption?.end();
  }
}

/** Runs one query outside of a transaction. Throws Unavailable if the database is unavailable. */
export async function ask<DB, T>({ line }: AdminDatabase<DB>, query: () => Promise<T>): Promise<T> {
  try {
    return await inLine(line, query);
  } catch (error) {
    throw classify(error).meaning;
  }
}

/** SQLSTATE in_failed_sql_transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * For a transaction with a failed statement, which may have been in a savepoint. PostgreSQL answers COMMIT of a failed
 * transaction with ROLLBACK, and no error.
 */
async function requireUnfailed<DB>(trx: Transaction<DB>): Promise<void> {
  try {
    await sql`select 1`.execute(trx);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== IN_FAILED_TRANSACTION) throw error;
    throw new Error(
      'a statement failed and a hook or an action ignored its error, so the transaction was rolled back; run a statement that may fail in a savepoint',
    );
  }
}

/** SQLite does so after some errors, such as a full disk, or RAISE(ROLLBACK) of a trigger. */
const LOST =
  'SQLite rolled back the transaction because of a statement that failed, and a hook or an action ignored its error';

class Observation {
  /** The last error of a statement since the transaction began. */
  last: { readonly error: unknown } | undefined;
  /** Whether SQLite has rolled back everything, while the work goes on. */
  isLost = false;
  #mayBeLost = false;

  /** @param mayBeLost whether it is a transaction of SQLite that writes */
  begin(mayBeLost: boolean): void {
    this.last = undefined;
    this.isLost = false;
    this.#mayBeLost = mayBeLost;
  }

  /** Before the transaction ends. */
  end(): void {
    this.#mayBeLost = false;
  }

  /**
   * After a statement that failed. In a transaction that is lost, those that follow would take effect at once: they belong to
   * another one, which is rolled back. In one that goes on, BEGIN fails.
   */
  async failed(executeQuery: DatabaseConnection['executeQuery']): Promise<void> {
    if (!this.#mayBeLost) return;
    try {
      await executeQuery(CompiledQuery.raw('begin'));
      this.isLost = true;
    } catch {
      // It goes on. A driver may throw instead of rejecting.
    }
  }
}

const observed = new WeakMap<DatabaseConnection, Observation>();

/**
 * Marks the errors of its statements as database errors from now on, whatever code runs them. A rollback that fails throws the
 * error before it: after "disk full" at a commit, SQLite has rolled back already, and "no transaction is active" explains nothing.
 */
function observe(connection: DatabaseConnection): Observation {
  const known = observed.get(connection);
  if (known !== undefined) return known;
  const observation = new Observation();
  observed.set(connection, observation);
  const executeQuery = connection.executeQuery.bind(connection);
  const streamQuery = connection.streamQuery.bind(connection);
  // Of the driver itself: Kysely replaces it by one that writes each error to the log of the application.
  const { executeQuery: ofDriver } = Object.getPrototypeOf(connection) as Partial<DatabaseConnection>;
  const unlogged = ofDriver?.bind(connection) ?? executeQuery;
  const remember = (error: unknown): never => {
    rememberAsDatabases(error);
    observation.last = { error };
    throw error;
  };
  connection.executeQuery = async <R>(...given: Parameters<typeof executeQuery>) => {
    try {
      return await executeQuery<R>(...given);
    } catch (error) {
      const { last } = observation;
      await observation.failed(unlogged);
      return remember(given[0].sql === 'rollback' && last !== undefined ? last.error : error);
    }
  };
  connection.streamQuery = async function* <R>(...given: Parameters<typeof streamQuery>) {
    try {
      yield* streamQuery<R>(...given);
    } catch (error) {
      remember(error);
    }
  };
  return observation;
}

function seeing<DB>(transaction: TransactionBuilder<DB>, sight: Sight): TransactionBuilder<DB> {
  if (sight === 'latest') return transaction.setIsolationLevel('read committed');
  const isolated = transaction.setIsolationLevel('repeatable read');
  return sight === 'oneMoment' ? isolated : isolated.setAccessMode('read only');
}
