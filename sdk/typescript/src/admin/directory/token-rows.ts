import type { Transaction } from 'kysely';
import type { Engine } from '../database.js';
import type { Retirement } from './directory.js';
import type { DirectoryTables } from './tables.js';

type Trx = Transaction<DirectoryTables>;

const SWEEP_ROWS = 1000;

/** Whether this call was the one that blacklisted the token. Waits for a concurrent one to end. */
export async function retireToken(trx: Trx, tokenId: string, { effectiveAt, expiresAt }: Retirement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('backend_jwt_blacklist')
    .values({ token_id: tokenId, effective_at: effectiveAt.getTime(), expires_at: expiresAt.getTime() })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function blacklistToken(trx: Trx, tokenId: string, { effectiveAt, expiresAt }: Retirement): Promise<void> {
  await trx
    .insertInto('backend_jwt_blacklist')
    .values({ token_id: tokenId, effective_at: effectiveAt.getTime(), expires_at: expiresAt.getTime() })
    .onConflict((conflict) =>
      conflict
        .column('token_id')
        .doUpdateSet((eb) => ({ effective_at: eb.ref('excluded.effective_at') }))
        .whereRef('excluded.effective_at', '<', 'backend_jwt_blacklist.effective_at'),
    )
    .execute();
}

/**
 * A bounded number of them, so that no request waits for a table to be cleared. Of concurrent sweeps each takes other rows,
 * so that none waits for another; SQLite has one writer at a time anyway.
 */
export async function sweepBlacklist(trx: Trx, engine: Engine, before: Date): Promise<void> {
  await trx
    .deleteFrom('backend_jwt_blacklist')
    .where('token_id', 'in', (eb) =>
      eb
        .selectFrom('backend_jwt_blacklist')
        .select('token_id')
        .where('expires_at', '<', before.getTime())
        .orderBy('expires_at')
        .limit(SWEEP_ROWS)
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .execute();
}
