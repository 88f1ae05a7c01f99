import type { DialectName } from './query-builder.js';
import type { Statement } from './statement.js';

/** A database of the application, as sqliteDatabase and postgresDatabase make it. */
export interface SqlDatabase {
  readonly dialect: DialectName;

  /** Runs `work` in one transaction, under the rules of the port Backend (ports/backend.ts). */
  transaction<T>(work: (tx: SqlTransaction) => Promise<T>, options: SqlTransactionOptions): Promise<T>;
}

export interface SqlTransactionOptions {
  readonly readOnly: boolean;
  readonly deadline?: Date;
}

/** A running transaction. Not to be used after it ended. */
export interface SqlTransaction {
  readonly dialect: DialectName;

  /** The driver's own connection that carries the transaction, for statements of the application. */
  readonly connection: unknown;

  /** All rows. */
  all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>;
  /** The only row, or none. */
  first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>;
  /** How many rows it changed. */
  run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number>;
  /** Statements without parameters that return nothing. */
  execute(sql: string): Promise<void>;

  /** Waits until no other transaction holds the lock of that name, and holds it until this one ends. */
  lock(name: 'registration' | 'migration'): Promise<void>;
}
