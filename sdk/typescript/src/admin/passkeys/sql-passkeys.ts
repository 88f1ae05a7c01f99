import { storedTexts } from '../../shared/stored-json.js';
import type { AccountRefusal } from '../accounts/accounts.js';
import { activeId, raised, rowOf } from '../accounts/granting.js';
import type { AdminDatabase } from '../database/transactions.js';
import type { Administrator } from '../directory/administrator.js';
import { administratorOf, idOf } from '../directory/administrator-rows.js';
import { directoryTransactions } from '../directory/directory-transactions.js';
import type { DirectoryTransaction as Trx } from '../directory/tables.js';
import type { AnyTables } from '../model/model.js';
import type { AddPasskeyRefusal, Passkey, Passkeys } from './passkeys.js';

/** The contract has the same limit. */
const MAX_PASSKEYS = 20;

/** The ready passkeys, on the tables that migrateAdmin creates. Each change locks the row of its administrator first. */
export function createSqlPasskeys(database: AdminDatabase<AnyTables>): Passkeys {
  const { engine } = database;
  const { read, write } = directoryTransactions(database);

  return {
    list: (administratorId, limits) =>
      read(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return [];
        const rows = await trx
          .selectFrom('backend_passkeys')
          .innerJoin('backend_users', 'backend_users.id', 'backend_passkeys.user_id')
          .selectAll('backend_passkeys')
          .where('backend_passkeys.user_id', '=', id)
          .where('is_activated', '=', 1)
          .orderBy('backend_passkeys.created_at')
          .orderBy('credential_id')
          .execute();
        return rows.map(passkeyOf);
      }),

    add: ({ administratorId, tokenVersion, passkey, recoveryHashes }, limits) =>
      write(limits, async (trx): Promise<Administrator | AddPasskeyRefusal> => {
        const id = await activeId(trx, engine, administratorId);
        const row = id === undefined ? undefined : await rowOf(trx, administratorId);
        if (id === undefined || row === undefined) return 'unknown';
        if (row.token_version !== tokenVersion) return 'stale';
        if (await isRegistered(trx, passkey.credentialId)) return 'registered';
        if ((await countOf(trx, id)) >= MAX_PASSKEYS) return 'tooMany';
        if (!(await inserted(trx, id, passkey))) return 'registered';
        if (recoveryHashes.length > 0 || row.second_factor_of === null) await keepCodes(trx, id, recoveryHashes);
        return administratorOf(await raised(trx, row, {}));
      }),

    use: ({ administratorId, credentialId, signCount, backedUp, usedAt }, limits) =>
      write(limits, async (trx) => {
        const id = await activeId(trx, engine, administratorId);
        if (id === undefined) return false;
        const { numUpdatedRows } = await trx
          .updateTable('backend_passkeys')
          .set({ sign_count: signCount, backed_up: backedUp ? 1 : 0, used_at: usedAt.getTime() })
          .where('user_id', '=', id)
          .where('credential_id', '=', credentialId)
          .where((eb) => (signCount === 0 ? eb('sign_count', '=', signCount) : eb('sign_count', '<', signCount)))
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    rename: (administratorId, credentialId, name, limits) =>
      write(limits, async (trx) => {
        const id = await activeId(trx, engine, administratorId);
        if (id === undefined) return false;
        const { numUpdatedRows } = await trx
          .updateTable('backend_passkeys')
          .set({ name })
          .where('user_id', '=', id)
          .where('credential_id', '=', credentialId)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    remove: (administratorId, credentialId, limits) =>
      write(limits, async (trx): Promise<Administrator | AccountRefusal> => {
        const id = await activeId(trx, engine, administratorId);
        if (id === undefined) return 'unknown';
        const { numDeletedRows } = await trx
          .deleteFrom('backend_passkeys')
          .where('user_id', '=', id)
          .where('credential_id', '=', credentialId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return 'stale';
        if ((await countOf(trx, id)) === 0) {
          await trx
            .deleteFrom('backend_second_factors')
            .where('user_id', '=', id)
            .where('sealed_secret', '=', '')
            .execute();
        }
        return administratorOf(await raised(trx, { id }, {}));
      }),

    removeApp: (administratorId, limits) =>
      write(limits, async (trx): Promise<Administrator | AccountRefusal> => {
        const id = await activeId(trx, engine, administratorId);
        if (id === undefined) return 'unknown';
        const hasPasskeys = (await countOf(trx, id)) > 0;
        const app = hasPasskeys
          ? await trx
              .updateTable('backend_second_factors')
              .set({ sealed_secret: '', last_step: 0 })
              .where('user_id', '=', id)
              .where('sealed_secret', '!=', '')
              .executeTakeFirst()
          : await trx.deleteFrom('backend_second_factors').where('user_id', '=', id).executeTakeFirst();
        const changed = 'numUpdatedRows' in app ? app.numUpdatedRows : app.numDeletedRows;
        return changed === 0n ? 'stale' : administratorOf(await raised(trx, { id }, {}));
      }),
  };
}

async function isRegistered(trx: Trx, credentialId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('backend_passkeys')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return found !== undefined;
}

async function countOf(trx: Trx, id: number): Promise<number> {
  const { count } = await trx
    .selectFrom('backend_passkeys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False: another administrator has added one with the same credential id meanwhile. */
async function inserted(trx: Trx, id: number, passkey: Passkey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('backend_passkeys')
    .values({
      credential_id: passkey.credentialId,
      user_id: id,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: JSON.stringify(passkey.transports),
      backed_up: passkey.backedUp ? 1 : 0,
      name: passkey.name,
      created_at: passkey.createdAt.getTime(),
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The row that says that there is a second factor, with the recovery codes. It stays without an app if it is new. */
async function keepCodes(trx: Trx, id: number, recoveryHashes: readonly string[]): Promise<void> {
  const recovery_hashes = JSON.stringify(recoveryHashes);
  await trx
    .insertInto('backend_second_factors')
    .values({ user_id: id, sealed_secret: '', last_step: 0, recovery_hashes, created_at: Date.now() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ recovery_hashes }))
    .execute();
}

function passkeyOf(row: {
  readonly credential_id: string;
  readonly public_key: string;
  readonly sign_count: number | string;
  readonly transports: string;
  readonly backed_up: number;
  readonly name: string;
  readonly created_at: number | string;
  readonly used_at: number | string | null;
}): Passkey {
  return {
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: storedTexts(row.transports, 'backend_passkeys.transports'),
    backedUp: row.backed_up === 1,
    name: row.name,
    createdAt: new Date(Number(row.created_at)),
    ...(row.used_at !== null && { usedAt: new Date(Number(row.used_at)) }),
  };
}
