import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { msUntil } from '../../shared/deadline.js';
import { untilDeadline } from './until-deadline.js';
import { readable } from '../../shared/thrown.js';
import { meaningOnSqlite } from './database-errors.js';
import { sqliteCodeOf } from './sqlite-codes.js';
import type { SqliteConnection, SqliteStatement } from './sqlite-driver.js';
import { isInTransaction, prepared } from './sqlite-driver.js';
import { SingleRow } from './single-row.js';
import type { SqlDatabase, SqlTransaction, SqlTransactionOptions } from './sql-database.js';
import { ENDED } from './sql-database.js';
import type { Statement } from './statement.js';

/** Options of an SQLite database. */
export interface SqliteOptions {
  /**
   * "full" (default): completed transactions survive a power failure, as the contract requires. "normal": faster, and
   * survives the end of the process, but a power failure may undo the last transactions. SQLite documents both at
   * https://www.sqlite.org/pragma.html#pragma_synchronous.
   */
  readonly synchronous?: 'full' | 'normal';
  /** How long to wait for another writing process. Default: 5000 ms. */
  readonly lockTimeoutMs?: number;
}

interface Job {
  /** Whether `work` succeeded. Never rejects, and keeps the outcome until `settle`. May run more than once. */
  run(tx: SqlTransaction): Promise<boolean>;
  /** Whether it succeeded when it ran last. */
  readonly isSuccess: boolean;
  /** The same, and its deadline has passed since then. */
  isLate(): boolean;
  /** Its outcome is that error. */
  fail(error: unknown): void;
  settle(): void;
  reject(error: unknown): void;
}

/** SQLite has rolled back the whole transaction, and with it what the members before this one did, which run again. */
interface Lost {
  readonly lostBy: Job;
}

const ROLLED_BACK =
  'SQLite rolled back the transaction because of a statement that failed, and the application ignored its error';

/** Maximum number of transactions that share one commit, so that the first of them does not wait too long. */
const MAX_GROUP = 128;
/** After this time, those that have run are committed: the work of the others includes code of the application, which may be slow. */
const MAX_GROUP_MS = 250;
/** Number of groups to run with savepoints after one in which a member failed, because failures come in bursts. */
const CAUTIOUS_GROUPS = 32;
const SAVEPOINT = 'gatehouse_member';
/** SQLite's default for the pages that a connection keeps, in negative KiB. An application with another value keeps it. */
const USUAL_CACHE = -2000;
/**
 * As better-sqlite3 has it: 16 MB. Tokens lie at random places of their indexes, so that with less, every request reads pages
 * from the system that the connection had before.
 */
const CACHE = -16_000;

/**
 * Uses a connection of libsql or better-sqlite3, or a DatabaseSync of node:sqlite or @photostructure/sqlite. Give it a
 * separate connection (other connections may share the file):
 * statements that the application runs on the same connection would become part of Gatehouse's transactions. Switches the
 * file to WAL.
 *
 * One connection means one transaction at a time. Waiting transactions run as a group, with one BEGIN and one COMMIT.
 * This respects the contract: none is answered before the COMMIT, which makes all of them durable. If a member fails, the
 * whole group rolls back and runs again with a savepoint for each member, so that only the failed member's work is
 * undone. Its outcome is also returned only after the COMMIT, because it may depend on the writes of an earlier member. If it
 * fails so that SQLite rolls back everything (a full disk, a trigger), it is over, and the others run again.
 * If the COMMIT fails, all of them fail. If the deadline of a member passes while others run, the group rolls back and runs
 * again without it: its caller no longer waits, and must not find its work done.
 *
 * Read-only transactions form a separate group ahead of the writes, so that no read waits for the disk.
 */
export function sqliteDatabase(connection: SqliteConnection, options: SqliteOptions = {}): SqlDatabase {
  prepared(connection, 'pragma journal_mode = wal').get();
  const { cache_size: size } = prepared(connection, 'pragma cache_size').get() as { readonly cache_size: number };
  if (size === USUAL_CACHE) connection.exec(`pragma cache_size = ${CACHE}`);
  connection.exec(`pragma synchronous = ${options.synchronous ?? 'full'}`);
  // Waiting inside SQLite would block the event loop, and with it the code that releases the lock.
  connection.exec('pragma busy_timeout = 0');
  return new SqliteDatabase(connection, options.lockTimeoutMs ?? 5000);
}

class SqliteDatabase implements SqlDatabase {
  readonly dialect = 'sqlite';
  readonly #statements: Statements;
  readonly #reads: Job[] = [];
  readonly #writes: Job[] = [];
  #running = false;
  #cautiousGroups = 0;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly lockTimeoutMs: number,
  ) {
    this.#statements = new Statements(connection);
  }

  transaction<T>(work: (tx: SqlTransaction) => Promise<T>, { readOnly, deadline }: SqlTransactionOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle = (): void => undefined;
      let succeeded = false;
      const fail = (error: unknown): void => {
        succeeded = false;
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the original error of the work
        settle = () => reject(error);
      };
      (readOnly ? this.#reads : this.#writes).push({
        run: async (tx) => {
          succeeded = false;
          try {
            const result = await untilDeadline(deadline, () => work(tx));
            settle = () => resolve(result);
            succeeded = true;
          } catch (error) {
            fail(meaningOnSqlite(readable(error)));
          }
          return succeeded;
        },
        get isSuccess() {
          return succeeded;
        },
        isLate: () => succeeded && deadline !== undefined && msUntil(deadline) <= 0,
        fail,
        settle: () => settle(),
        reject,
      });
      if (!this.#running) void this.#runAll();
    });
  }

  /**
   * Waits for a turn of the event loop before each group, so that transactions that arrived together share it, and
   * answers are sent.
   */
  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#reads.length + this.#writes.length > 0) {
      await nextTurn();
      await this.#settle(this.#reads.splice(0, MAX_GROUP), (group) => this.#read(group));
      if (this.#writes.length === 0) continue;
      await nextTurn();
      this.#writes.unshift(
        ...(await this.#settle(this.#writes.splice(0, MAX_GROUP), async (group) => {
          const over = await this.#write(group);
          return group.filter((job) => !over.has(job));
        })),
      );
    }
    this.#running = false;
  }

  /** @param run returns the members that are not over yet, and so does this */
  async #settle(
    group: readonly Job[],
    run: (group: readonly Job[]) => Promise<readonly Job[]>,
  ): Promise<readonly Job[]> {
    if (group.length === 0) return [];
    try {
      const left = await run(group);
      for (const job of group) if (!left.includes(job)) job.settle();
      return left;
    } catch (error) {
      const meaning = meaningOnSqlite(error);
      for (const job of group) job.reject(meaning);
      return [];
    }
  }

  async #read(group: readonly Job[]): Promise<readonly Job[]> {
    await this.#begin('begin');
    try {
      for (const job of group) await this.#run(job);
      this.connection.exec('commit');
      return [];
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Returns the members that are over, at least one. */
  async #write(group: readonly Job[]): Promise<ReadonlySet<Job>> {
    if (this.#cautiousGroups > 0) this.#cautiousGroups -= 1;
    else {
      const over = await this.#commit(() => this.#runPlainly(group));
      if (over !== undefined || group.length === 1) return over ?? new Set(group);
      this.#cautiousGroups = CAUTIOUS_GROUPS;
    }
    return (await this.#commit(() => this.#runCautiously(group))) ?? new Set();
  }

  /** The members that ran, for one commit; undefined if one of them failed. */
  async #runPlainly(group: readonly Job[]): Promise<ReadonlySet<Job> | undefined> {
    const [ran, endsAt] = [new Set<Job>(), performance.now() + MAX_GROUP_MS];
    for (const job of group) {
      if (!(await this.#run(job)) || this.#hasLost(job)) return undefined;
      ran.add(job);
      if (performance.now() >= endsAt) break;
    }
    return ran;
  }

  async #runCautiously(group: readonly Job[]): Promise<ReadonlySet<Job> | Lost> {
    const [ran, endsAt] = [new Set<Job>(), performance.now() + MAX_GROUP_MS];
    for (const job of group) {
      this.connection.exec(`savepoint ${SAVEPOINT}`);
      const succeeded = await this.#run(job);
      if (this.#hasLost(job)) return { lostBy: job };
      if (!succeeded) this.connection.exec(`rollback to ${SAVEPOINT}`);
      this.connection.exec(`release ${SAVEPOINT}`);
      ran.add(job);
      if (performance.now() >= endsAt) break;
    }
    return ran;
  }

  async #run(job: Job): Promise<boolean> {
    const tx = new SqliteTransaction(this.connection, this.#statements);
    const succeeded = await job.run(tx);
    tx.end();
    return succeeded;
  }

  /** Whether SQLite has rolled back everything because of a statement of the job. It has failed then, also if it ignored the error. */
  #hasLost(job: Job): boolean {
    if (isInTransaction(this.connection)) return false;
    if (job.isSuccess) job.fail(new Error(ROLLED_BACK));
    return true;
  }

  /**
   * Commits what `work` ran, and rolls back if it returns undefined. Returns the members that are over: those that ran, or, after a
   * rollback because of their deadlines, those that were too late, or the one because of which SQLite has rolled back.
   */
  async #commit(work: () => Promise<ReadonlySet<Job> | Lost | undefined>): Promise<ReadonlySet<Job> | undefined> {
    await this.#begin('begin immediate');
    try {
      const ran = await work();
      if (ran !== undefined && 'lostBy' in ran) return new Set([ran.lostBy]);
      const late = new Set([...(ran ?? [])].filter((job) => job.isLate()));
      if (ran !== undefined && late.size === 0) {
        this.connection.exec('commit');
        return ran;
      }
      this.#rollBack();
      for (const job of late) job.fail(new DeadlineExceeded());
      return ran && late;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  async #begin(statement: string): Promise<void> {
    const giveUpAt = performance.now() + this.lockTimeoutMs;
    for (let attempt = 0; ; attempt++) {
      try {
        this.connection.exec(statement);
        return;
      } catch (error) {
        if (!sqliteCodeOf(error)?.startsWith('SQLITE_BUSY')) throw error;
        if (performance.now() >= giveUpAt)
          throw new Unavailable('another process is locking the database', { cause: error });
        await sleep(Math.min(1 + attempt, 20));
      }
    }
  }

  #rollBack(): void {
    try {
      this.connection.exec('rollback');
    } catch {
      // SQLite has already rolled back automatically (disk full, I/O error).
    }
  }
}

/** Prepared once per connection and text. */
class Statements {
  readonly #prepared = new Map<string, SqliteStatement>();
  readonly #singleRows = new Map<string, SingleRow>();

  constructor(private readonly connection: SqliteConnection) {}

  prepare(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = prepared(this.connection, sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  singleRow(sql: string): SingleRow {
    let statement = this.#singleRows.get(sql);
    if (!statement) {
      statement = new SingleRow(prepared(this.connection, sql));
      this.#singleRows.set(sql, statement);
    }
    return statement;
  }
}

class SqliteTransaction implements SqlTransaction {
  readonly dialect = 'sqlite';
  readonly isPipelined = false;
  #isOver = false;

  constructor(
    readonly connection: SqliteConnection,
    private readonly statements: Statements,
  ) {}

  /** The next member of the group must not get statements of this one. */
  end(): void {
    this.#isOver = true;
  }

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    this.#requireOpen();
    const { sql, bind } = statement.for('sqlite');
    return this.statements.prepare(sql).all(bind(parameters)) as R[];
  }

  async first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    this.#requireOpen();
    const { sql, bind } = statement.for('sqlite');
    return this.statements.singleRow(sql).get(bind(parameters)) as R | undefined;
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    this.#requireOpen();
    const { sql, bind } = statement.for('sqlite');
    return Number(this.statements.prepare(sql).run(bind(parameters)).changes);
  }

  async execute(sql: string): Promise<void> {
    this.#requireOpen();
    this.connection.exec(sql);
  }

  /** Without a transaction, each statement would take effect at once, whatever becomes of the call. */
  #requireOpen(): void {
    if (this.#isOver) throw new Error(ENDED);
    if (!isInTransaction(this.connection)) throw new Error(ROLLED_BACK);
  }

  /** SQLite allows only one writing transaction at a time, across all processes. */
  async lock(): Promise<void> {
    return Promise.resolve();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
