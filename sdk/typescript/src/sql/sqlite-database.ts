import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../ports/unavailable.js';
import type { SqlDatabase, SqlTransaction, SqlTransactionOptions } from './database.js';
import type { Statement } from './statement.js';

/** What libsql and better-sqlite3 have in common. */
export interface SqliteConnection {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
}

interface SqliteStatement {
  run(...parameters: unknown[]): { readonly changes: number | bigint };
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
}

export interface SqliteOptions {
  /**
   * "full" (default): what was answered survives a power failure, as the contract says. "normal": faster, and survives
   * the end of the process, but a power failure may undo the last moments; SQLite's own words for both are in
   * https://www.sqlite.org/pragma.html#pragma_synchronous.
   */
  readonly synchronous?: 'full' | 'normal';
  /** How long to wait for another process that writes. Default: 5000 ms. */
  readonly lockTimeoutMs?: number;
}

interface Job {
  readonly readOnly: boolean;
  /** Whether `work` succeeded. Never rejects: what it ended with is kept until `settle`. */
  run(tx: SqlTransaction): Promise<boolean>;
  settle(): void;
  reject(error: unknown): void;
}

/** Transactions that share one commit at the most, so that the first of them is not kept waiting for ever. */
const MAX_GROUP = 128;
const SAVEPOINT = 'gatehouse_member';

/**
 * Uses a connection of libsql or better-sqlite3. Give it one of its own (the file may be shared): statements that the
 * application runs on the same connection would end up inside Gatehouse's transactions. Switches the file to WAL.
 *
 * One connection means one transaction at a time. Those that wait are run as a group: one BEGIN and one COMMIT, and a
 * savepoint each. This keeps the contract, since none is answered before the COMMIT, which is what makes any of them
 * durable; a member that fails is rolled back to its savepoint, and its outcome too is told after the COMMIT only,
 * because it may rest on what a member before it wrote; and if the COMMIT fails, all of them fail.
 */
export function sqliteDatabase(connection: SqliteConnection, options: SqliteOptions = {}): SqlDatabase {
  connection.prepare('pragma journal_mode = wal').get();
  connection.exec(`pragma synchronous = ${options.synchronous ?? 'full'}`);
  // Waiting inside SQLite would stop the event loop, and with it the code that is to release the lock.
  connection.exec('pragma busy_timeout = 0');
  return new SqliteDatabase(connection, options.lockTimeoutMs ?? 5000);
}

class SqliteDatabase implements SqlDatabase {
  readonly dialect = 'sqlite';
  readonly #tx: SqliteTransaction;
  #queue: Job[] = [];
  #running = false;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly lockTimeoutMs: number,
  ) {
    this.#tx = new SqliteTransaction(connection);
  }

  transaction<T>(work: (tx: SqlTransaction) => Promise<T>, { readOnly }: SqlTransactionOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle = (): void => undefined;
      this.#queue.push({
        readOnly,
        run: (tx) => {
          const outcome = (async () => work(tx))();
          settle = () => resolve(outcome);
          return outcome.then(
            () => true,
            () => false,
          );
        },
        settle: () => settle(),
        reject,
      });
      this.#start();
    });
  }

  /** Begins once the event loop has handed over everything that arrived together, so that it shares a commit. */
  #start(): void {
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#runNext());
  }

  async #runNext(): Promise<void> {
    const group = this.#queue.splice(0, MAX_GROUP);
    try {
      await this.#runGroup(group);
      for (const job of group) job.settle();
    } catch (error) {
      for (const job of group) job.reject(error);
    }
    this.#running = false;
    if (this.#queue.length > 0) this.#start();
  }

  async #runGroup(group: readonly Job[]): Promise<void> {
    await this.#begin(group.every((job) => job.readOnly) ? 'begin' : 'begin immediate');
    try {
      for (const job of group) await this.#runMember(job);
      this.connection.exec('commit');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  async #runMember(job: Job): Promise<void> {
    if (job.readOnly) {
      await job.run(this.#tx);
      return;
    }
    this.connection.exec(`savepoint ${SAVEPOINT}`);
    const succeeded = await job.run(this.#tx);
    if (!succeeded) this.connection.exec(`rollback to ${SAVEPOINT}`);
    this.connection.exec(`release ${SAVEPOINT}`);
  }

  async #begin(statement: string): Promise<void> {
    const giveUpAt = Date.now() + this.lockTimeoutMs;
    for (let attempt = 0; ; attempt++) {
      try {
        this.connection.exec(statement);
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (Date.now() >= giveUpAt)
          throw new Unavailable('another process keeps the database locked', { cause: error });
        await sleep(Math.min(1 + attempt, 20));
      }
    }
  }

  #rollBack(): void {
    try {
      this.connection.exec('rollback');
    } catch {
      // SQLite has rolled back by itself (disk full, I/O error): there is nothing left to roll back.
    }
  }
}

class SqliteTransaction implements SqlTransaction {
  readonly dialect = 'sqlite';
  /** Prepared once per connection and text. */
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(readonly connection: SqliteConnection) {}

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    const { sql, bind } = statement.for('sqlite');
    return this.#prepare(sql).all(bind(parameters)) as R[];
  }

  async first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    const { sql, bind } = statement.for('sqlite');
    return (this.#prepare(sql).get(bind(parameters)) ?? undefined) as R | undefined;
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    const { sql, bind } = statement.for('sqlite');
    return Number(this.#prepare(sql).run(bind(parameters)).changes);
  }

  async execute(sql: string): Promise<void> {
    this.connection.exec(sql);
  }

  /** A transaction that writes is the only one that writes, in all processes. */
  async lock(): Promise<void> {
    return Promise.resolve();
  }

  #prepare(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
