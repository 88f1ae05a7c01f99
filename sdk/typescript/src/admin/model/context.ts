import type { Transaction } from 'kysely';
import type { Value } from './column.js';

/** The administrator on whose behalf something is done; permissions have been checked already. */
export interface AdminCaller {
  readonly id: string;
  readonly login: string;
  readonly superuser: boolean;
  readonly permissions: readonly string[];
  /** Language for texts that people read: "en", "pt-br". */
  readonly locale: string;
}

/** What scopes, hooks, actions and providers get: who asks, and the transaction that everything has to go through. */
export interface AdminContext<DB> {
  readonly caller: AdminCaller;
  readonly trx: Transaction<DB>;
  /**
   * In the scope of a relation field: what the form holds whose choices are asked for, or held against what is written. By
   * column, belongs-to relations by their foreign key. Absent elsewhere.
   */
  readonly form?: Readonly<Record<string, Value>>;
}
