import { MAX_SESSIONS } from '@gatehouse/proto/limits';
import { sql } from 'kysely';
import { manageable, rowOf } from '../accounts/granting.js';
import type { AdminDatabase } from '../database/transactions.js';
import { idOf } from '../directory/administrator-rows.js';
import { directoryTransactions } from '../directory/directory-transactions.js';
import type { AnyTables } from '../model/model.js';
import type { Sessions } from './sessions.js';

/** The ready sessions, on the tables that migrateAdmin creates. */
export function createSqlSessions(database: AdminDatabase<AnyTables>): Sessions {
  const { engine } = database;
  const { read, write } = directoryTransactions(database);

  return {
    open: ({ administratorId, tokenVersion, sessionId, device, at, expiresAt }, limits) =>
      write(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return false;
        // The row stays locked, so that concurrent sign-ins of one administrator count in turn.
        const row = await trx
          .selectFrom('backend_users')
          .select('token_version')
          .where('id', '=', id)
          .where('is_activated', '=', 1)
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst();
        if (row?.token_version !== tokenVersion) return false;
        const now = at.getTime();
        await trx
          .deleteFrom('backend_sessions')
          .where('user_id', '=', id)
          .where(({ eb, or }) => or([eb('token_version', '!=', tokenVersion), eb('expires_at', '<=', now)]))
          .execute();
        await trx
          .deleteFrom('backend_sessions')
          .where('session_id', 'in', (eb) =>
            eb
              .selectFrom('backend_sessions')
              .select('session_id')
              .where('user_id', '=', id)
              .orderBy('used_at', 'desc')
              .orderBy('session_id')
              // SQLite knows OFFSET only behind LIMIT.
              .limit(sql.lit(MAX_SESSIONS * 2))
              .offset(MAX_SESSIONS - 1),
          )
          .execute();
        await trx
          .insertInto('backend_sessions')
          .values({
            session_id: sessionId,
            user_id: id,
            token_version: tokenVersion,
            ...device,
            opened_at: now,
            used_at: now,
            expires_at: expiresAt.getTime(),
          })
          .execute();
        return true;
      }),

    touch: ({ administratorId, sessionId, device, at }, limits) =>
      write(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return;
        await trx
          .updateTable('backend_sessions')
          .set({ ...device, used_at: at.getTime() })
          .where('session_id', '=', sessionId)
          .where('user_id', '=', id)
          .where('used_at', '<', at.getTime())
          .execute();
      }),

    list: (administratorId, at, limits) =>
      read(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return [];
        const rows = await trx
          .selectFrom('backend_sessions')
          .innerJoin('backend_users', (join) =>
            join
              .onRef('backend_users.id', '=', 'backend_sessions.user_id')
              .onRef('backend_users.token_version', '=', 'backend_sessions.token_version'),
          )
          .selectAll('backend_sessions')
          .where('backend_sessions.user_id', '=', id)
          .where('backend_users.is_activated', '=', 1)
          .where('expires_at', '>', at.getTime())
          .orderBy('used_at', 'desc')
          .orderBy('session_id')
          .limit(sql.lit(MAX_SESSIONS))
          .execute();
        return rows.map(({ session_id: sessionId, browser, system, network, opened_at: opened, used_at: used }) => ({
          sessionId,
          device: { browser, system, network },
          openedAt: new Date(Number(opened)),
          usedAt: new Date(Number(used)),
        }));
      }),

    end: (administratorId, sessionId, endedBy, limits) =>
      write(limits, async (trx) => {
        const row = await rowOf(trx, administratorId);
        if (row === undefined) return 'unknown';
        if (endedBy !== administratorId) {
          const found = await manageable(trx, engine, administratorId, endedBy);
          // An inactive administrator has no session that works.
          if (found === 'unknown') return 'unknown';
          if ('forbidden' in found) return 'forbidden';
        }
        const { numDeletedRows } = await trx
          .deleteFrom('backend_sessions')
          .where('session_id', '=', sessionId)
          .where('user_id', '=', row.id)
          .executeTakeFirst();
        return numDeletedRows === 0n ? 'unknown' : 'ended';
      }),
  };
}
