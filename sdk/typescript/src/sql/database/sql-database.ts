import type { DialectName, Statement } from './statement.js';
import type { OpenFloors } from './sweep-floors.js';

/** A database of the application, created by sqliteDatabase or postgresDatabase. */
export interface SqlDatabase {
  readonly dialect: DialectName;

  /** Runs `work` in one transaction, under the rules of the port Backend (ports/backend.ts). */
  transaction<T>(work: (tx: SqlTransaction) => Promise<T>, options: SqlTransactionOptions): Promise<T>;
}

export interface SqlTransactionOptions {
  readonly readOnly: boolean;
  readonly deadline?: Date;
}

export type LockName = 'registration';
export type LockMode = 'shared' | 'exclusive';

/** For a statement of the application that comes too late: it would take effect in another transaction. */
export const ENDED = 'the transaction has ended; the application must wait for its statements';

/** A running transaction. Its methods throw after it has ended; do not use `connection` then. */
export interface SqlTransaction {
  readonly dialect: DialectName;

  /**
   * Whether statements may be started together, so that they travel together. Otherwise, start one after the answer of the
   * last one (`together`).
   */
  readonly isPipelined: boolean;

  /** The driver's own connection of the transaction, for statements of the application. */
  readonly connection: unknown;

  /** The remembered expiry of rows, which avoids queries; absent if a query costs almost nothing. */
  readonly floors?: OpenFloors;

  /** All rows. */
  all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>;
  /** The only row, or none. */
  first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>;
  /** Returns how many rows it changed. */
  run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number>;
  /** Statements without parameters that return nothing. */
  execute(sql: string): Promise<void>;

  /**
   * Takes a lock and holds it until the transaction ends. Any number of transactions can share it; an exclusive lock
   * waits for all others, and all others wait for it.
   */
  lock(name: LockName, mode: LockMode): Promise<void>;
}
