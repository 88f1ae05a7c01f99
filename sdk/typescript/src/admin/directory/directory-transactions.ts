import type { CallLimits } from '../../wire/call.js';
import { limitsOf } from '../../wire/call.js';
import type { AdminDatabase } from '../database/transactions.js';
import { inReadTransaction, inTransaction } from '../database/transactions.js';
import type { AnyTables } from '../model/model.js';
import type { DirectoryTransaction } from './tables.js';
import { directoryTables } from './tables.js';

/** For a method that the application calls directly, without limits. */
const PATIENCE_MS = 5000;

type Run = <T>(limits: CallLimits | undefined, work: (trx: DirectoryTransaction) => Promise<T>) => Promise<T>;

export interface DirectoryTransactions {
  readonly read: Run;
  readonly write: Run;
}

/** Transactions on the tables that migrateAdmin creates, within the limits of a call. */
export function directoryTransactions(database: AdminDatabase<AnyTables>): DirectoryTransactions {
  const tables = directoryTables(database);
  return {
    read: (limits = limitsOf(PATIENCE_MS), work) => inReadTransaction(tables, limits, work),
    write: (limits = limitsOf(PATIENCE_MS), work) => inTransaction(tables, limits, work),
  };
}
