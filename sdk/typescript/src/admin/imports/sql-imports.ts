import { MAX_SWEPT } from '@gatehouse/proto/limits';
import { sql } from 'kysely';
import type { AdminDatabase } from '../database/transactions.js';
import { directoryTransaction } from '../directory/tables.js';
import type { AnyTables } from '../model/model.js';
import type { Imports } from './imports.js';

const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** The ready memory of imports, on the table that migrateAdmin creates. */
export function createSqlImports({ engine }: Pick<AdminDatabase<AnyTables>, 'engine'>): Imports {
  return {
    async begin(importId, records, trx) {
      const tables = directoryTransaction(trx);
      const now = Date.now();
      const { numInsertedOrUpdatedRows } = await tables
        .insertInto('backend_imports')
        .values({ import_id: importId, records, imported_at: now })
        .onConflict((conflict) => conflict.column('import_id').doNothing())
        .executeTakeFirstOrThrow();
      if ((numInsertedOrUpdatedRows ?? 0n) === 0n) {
        const known = await tables
          .selectFrom('backend_imports')
          .select('records')
          .where('import_id', '=', importId)
          .executeTakeFirstOrThrow();
        return known.records;
      }
      await tables
        .deleteFrom('backend_imports')
        .where('import_id', 'in', (eb) =>
          eb
            .selectFrom('backend_imports')
            .select('import_id')
            .where('imported_at', '<', now - REMEMBERED_MS)
            .limit(sql.lit(MAX_SWEPT))
            .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
        )
        .execute();
      return undefined;
    },
  };
}
