import { sql } from 'kysely';
import type { AdminDatabase } from '../database/transactions.js';
import { administratorOf, idOf } from '../directory/administrator-rows.js';
import { directoryTransactions } from '../directory/directory-transactions.js';
import type { AnyTables } from '../model/model.js';
import type { Accounts, AccountRefusal } from './accounts.js';
import { administratorsController } from './administrators-controller.js';
import { activeId, manageable, raised, rowOf } from './granting.js';
import { rolesController } from './roles-controller.js';

/** Documents of one administrator, besides those of Gatehouse itself. */
const MAX_PREFERENCES = 200;
const RESERVED = 'gatehouse.';

/** The ready accounts, on the tables that migrateAdmin creates. */
export function createSqlAccounts(database: AdminDatabase<AnyTables>): Accounts {
  const { engine } = database;
  const { read, write } = directoryTransactions(database);

  return {
    controllers: [administratorsController(engine), rolesController(engine)],

    find: (id, limits) =>
      read(limits, async (trx) => {
        const row = await rowOf(trx, id);
        if (row === undefined) return undefined;
        return {
          administrator: administratorOf(row),
          active: row.is_activated === 1,
          hasPassword: row.password_hash !== '',
        };
      }),

    changePassword: ({ administratorId, tokenVersion, passwordHash, changedBy, mustChange }, limits) =>
      write(limits, async (trx): Promise<ReturnType<typeof administratorOf> | AccountRefusal> => {
        const found = await manageable(trx, engine, administratorId, changedBy);
        if (found === 'unknown') return 'unknown';
        const row = 'forbidden' in found ? found.forbidden : found;
        if (row.token_version !== tokenVersion) return 'stale';
        if ('forbidden' in found) return 'forbidden';
        const changes = { password_hash: passwordHash, must_change_password: mustChange ? 1 : 0 };
        return administratorOf(await raised(trx, row, changes));
      }),

    endSessions: (administratorId, endedBy, limits) =>
      write(limits, async (trx): Promise<ReturnType<typeof administratorOf> | AccountRefusal> => {
        const found = await manageable(trx, engine, administratorId, endedBy);
        if (found === 'unknown') return 'unknown';
        return 'forbidden' in found ? 'forbidden' : administratorOf(await raised(trx, found, {}));
      }),

    updateProfile: (administratorId, { displayName, locale }, limits) =>
      write(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return undefined;
        const { numUpdatedRows } = await trx
          .updateTable('backend_users')
          .set(({ eb }) => ({ name: displayName, locale, version: eb('version', '+', 1), updated_at: Date.now() }))
          .where('id', '=', id)
          .where('is_activated', '=', 1)
          .executeTakeFirst();
        const row = numUpdatedRows === 0n ? undefined : await rowOf(trx, administratorId);
        return row && administratorOf(row);
      }),

    preferences: (administratorId, keys, limits) =>
      read(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined || keys.length === 0) return [];
        const rows = await trx
          .selectFrom('backend_preferences')
          .select(['item_key', 'document'])
          .where('user_id', '=', id)
          .where('item_key', 'in', keys)
          .execute();
        return rows.map((row) => ({ key: row.item_key, document: row.document }));
      }),

    setPreference: (administratorId, { key, document }, limits) =>
      write(limits, async (trx) => {
        const id = await activeId(trx, engine, administratorId);
        if (id === undefined) return 'unknown';
        if (document === '') {
          await trx.deleteFrom('backend_preferences').where('user_id', '=', id).where('item_key', '=', key).execute();
          return 'stored';
        }
        await trx
          .insertInto('backend_preferences')
          .values({ user_id: id, item_key: key, document, updated_at: Date.now() })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'item_key']).doUpdateSet((eb) => ({
              document: eb.ref('excluded.document'),
              updated_at: eb.ref('excluded.updated_at'),
            })),
          )
          .execute();
        const { count } = await trx
          .selectFrom('backend_preferences')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('user_id', '=', id)
          // SQLite's LIKE ignores case, and the keys of pages do not.
          .where(sql`substr(item_key, 1, ${RESERVED.length})`, '<>', RESERVED)
          .executeTakeFirstOrThrow();
        // A link to choose a password is one of the others: a colleague with many documents can still get it.
        if (Number(count) <= MAX_PREFERENCES || key.startsWith(RESERVED)) return 'stored';
        await trx.deleteFrom('backend_preferences').where('user_id', '=', id).where('item_key', '=', key).execute();
        return 'tooMany';
      }),
  };
}
