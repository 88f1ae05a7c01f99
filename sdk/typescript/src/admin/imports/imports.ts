import type { Transaction } from 'kysely';
import type { AnyTables } from '../model/model.js';

/**
 * Remembers the imports that are done, so that a repeated request creates no record a second time. It must keep what it
 * remembers in the transaction of the import: both are committed, or neither is.
 */
export interface Imports {
  /**
   * Remembers the import, for at least 24 hours. Returns undefined if it is new, else the number of its records. Waits for
   * another transaction that is about to commit the same import.
   *
   * @param importId hexadecimal
   */
  begin(importId: string, records: number, trx: Transaction<AnyTables>): Promise<number | undefined>;
}
