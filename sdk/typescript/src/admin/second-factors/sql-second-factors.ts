import { storedTexts } from '../../shared/stored-json.js';
import type { AccountRefusal } from '../accounts/accounts.js';
import { activeId, manageable, raised, rowOf } from '../accounts/granting.js';
import type { AdminDatabase } from '../database/transactions.js';
import type { Administrator } from '../directory/administrator.js';
import { administratorOf, idOf } from '../directory/administrator-rows.js';
import { directoryTransactions } from '../directory/directory-transactions.js';
import type { DirectoryTransaction as Trx } from '../directory/tables.js';
import type { AnyTables } from '../model/model.js';
import type { SecondFactors } from './second-factors.js';

/** The ready second factors, on the tables that migrateAdmin creates. */
export function createSqlSecondFactors(database: AdminDatabase<AnyTables>): SecondFactors {
  const { engine } = database;
  const { read, write } = directoryTransactions(database);

  return {
    find: (administratorId, limits) =>
      read(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return undefined;
        const row = await trx
          .selectFrom('backend_second_factors')
          .innerJoin('backend_users', 'backend_users.id', 'backend_second_factors.user_id')
          .select(['sealed_secret', 'recovery_hashes'])
          .where('backend_second_factors.user_id', '=', id)
          .where('is_activated', '=', 1)
          .executeTakeFirst();
        return row && { sealedSecret: row.sealed_secret, recoveryCodesLeft: hashesOf(row, id).length };
      }),

    set: ({ administratorId, tokenVersion, sealedSecret, step, recoveryHashes }, limits) =>
      write(limits, async (trx): Promise<Administrator | AccountRefusal> => {
        const id = await activeId(trx, engine, administratorId);
        const row = id === undefined ? undefined : await rowOf(trx, administratorId);
        if (id === undefined || row === undefined) return 'unknown';
        if (row.token_version !== tokenVersion) return 'stale';
        const before = await factorOf(trx, id);
        if (before !== undefined && before.sealed_secret !== '') return 'forbidden';
        const kept = recoveryHashes.length === 0 && before !== undefined;
        const app = {
          sealed_secret: sealedSecret,
          last_step: step,
          recovery_hashes: kept ? before.recovery_hashes : JSON.stringify(recoveryHashes),
        };
        await trx
          .insertInto('backend_second_factors')
          .values({ ...app, user_id: id, created_at: Date.now() })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(app))
          .execute();
        return administratorOf(await raised(trx, row, {}));
      }),

    use: ({ administratorId, sealedSecret, code, resealedSecret }, limits) =>
      write(limits, async (trx) => {
        // The administrator's row stays locked: of two uses of one code, the second one sees the first.
        const id = await activeId(trx, engine, administratorId);
        const row = id === undefined ? undefined : await factorOf(trx, id);
        if (id === undefined || row?.sealed_secret !== sealedSecret) return false;
        // Without an app, there are passkeys and recovery codes only.
        if ('step' in code && sealedSecret === '') return false;
        const hashes = hashesOf(row, id);
        if ('step' in code ? code.step <= Number(row.last_step) : !hashes.includes(code.recoveryHash)) return false;
        await trx
          .updateTable('backend_second_factors')
          .set({
            ...('step' in code
              ? { last_step: code.step }
              : { recovery_hashes: JSON.stringify(hashes.filter((hash) => hash !== code.recoveryHash)) }),
            ...(resealedSecret !== undefined && { sealed_secret: resealedSecret }),
          })
          .where('user_id', '=', id)
          .execute();
        return true;
      }),

    setRecoveryCodes: (administratorId, sealedSecret, recoveryHashes, limits) =>
      write(limits, async (trx) => {
        const id = await activeId(trx, engine, administratorId);
        if (id === undefined) return false;
        const { numUpdatedRows } = await trx
          .updateTable('backend_second_factors')
          .set({ recovery_hashes: JSON.stringify(recoveryHashes) })
          .where('user_id', '=', id)
          .where('sealed_secret', '=', sealedSecret)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    remove: (administratorId, removedBy, limits) =>
      write(limits, async (trx): Promise<Administrator | AccountRefusal> => {
        const found = await manageable(trx, engine, administratorId, removedBy ?? administratorId);
        if (found === 'unknown') return 'unknown';
        if ('forbidden' in found) return 'forbidden';
        await trx.deleteFrom('backend_passkeys').where('user_id', '=', found.id).execute();
        const { numDeletedRows } = await trx
          .deleteFrom('backend_second_factors')
          .where('user_id', '=', found.id)
          .executeTakeFirst();
        return numDeletedRows === 0n ? 'stale' : administratorOf(await raised(trx, found, {}));
      }),
  };
}

function factorOf(trx: Trx, id: number) {
  return trx.selectFrom('backend_second_factors').selectAll().where('user_id', '=', id).executeTakeFirst();
}

function hashesOf({ recovery_hashes: hashes }: { readonly recovery_hashes: string }, id: number): readonly string[] {
  return storedTexts(hashes, `backend_second_factors.recovery_hashes of ${String(id)}`);
}
