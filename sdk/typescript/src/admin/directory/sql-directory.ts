import { MAX_SWEPT } from '@gatehouse/proto/limits';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { takeTurn } from '../accounts/granting.js';
import { createSqlAccounts } from '../accounts/sql-accounts.js';
import type { AdminDatabase, Engine } from '../database/transactions.js';
import { ask } from '../database/transactions.js';
import { createSqlImports } from '../imports/sql-imports.js';
import type { AnyTables } from '../model/model.js';
import { createSqlPasskeys } from '../passkeys/sql-passkeys.js';
import { createSqlSecondFactors } from '../second-factors/sql-second-factors.js';
import { createSqlSessions } from '../sessions/sql-sessions.js';
import { createSqlViews } from '../views/sql-views.js';
import type { DirectoryQueries } from './administrator-rows.js';
import { administratorOf, directoryQueries, idOf, keyOf, selectAdministrators } from './administrator-rows.js';
import type {
  Administrator,
  CreationRefused,
  Directory,
  NewAdministrator,
  Retirement,
  TokenReference,
  TokenRefusal,
} from './directory.js';
import { directoryTransactions } from './directory-transactions.js';
import { migrateAdmin } from './migrate-admin.js';
import type { DirectoryTables, DirectoryTransaction as Trx } from './tables.js';
import { directoryTables } from './tables.js';

/** Whether this call blacklisted the token. Waits for a concurrent call to end. */
async function retireToken(trx: Trx, tokenId: string, { effectiveAt, expiresAt }: Retirement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('backend_jwt_blacklist')
    .values({ token_id: tokenId, effective_at: effectiveAt.getTime(), expires_at: expiresAt.getTime() })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function blacklistToken(trx: Trx, tokenId: string, { effectiveAt, expiresAt }: Retirement): Promise<void> {
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
 * Never removes what this machine's clock still needs: without its row, a token that was signed out is valid again, and a
 * daemon's clock may jump ahead. Removes a bounded number, so that no request waits for a large sweep. Concurrent sweeps take different rows, so that
 * none waits for another; SQLite has one writer at a time anyway.
 */
async function sweepBlacklist(trx: Trx, engine: Engine, before: Date): Promise<void> {
  await trx
    .deleteFrom('backend_jwt_blacklist')
    .where('token_id', 'in', (eb) =>
      eb
        .selectFrom('backend_jwt_blacklist')
        .select('token_id')
        .where('expires_at', '<', Math.min(before.getTime(), Date.now()))
        .orderBy('expires_at')
        .limit(sql.lit(MAX_SWEPT))
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .execute();
}

/** The ready directory, on the tables that migrateAdmin creates. */
export function createSqlDirectory(database: AdminDatabase<AnyTables>): Directory {
  const tables = directoryTables(database);
  const queries = directoryQueries();
  const { write } = directoryTransactions(database);

  return {
    findCredentials: async (identifier) => {
      const [row] = await ask(database, () => queries.find(tables.db, { key: keyOf(identifier) }));
      // A new administrator has no password.
      if (row?.is_activated !== 1 || row.password_hash === '') return undefined;
      return { administrator: administratorOf(row), passwordHash: row.password_hash };
    },

    recordSignIn: ({ administratorId, at, passwordHash, renewedPasswordHash }, limits) =>
      write(limits, async (trx) => {
        const id = idOf(administratorId);
        if (id === undefined) return undefined;
        const { numUpdatedRows } = await trx
          .updateTable('backend_users')
          .set({
            last_login_at: at.getTime(),
            ...(renewedPasswordHash !== undefined && { password_hash: renewedPasswordHash }),
          })
          .where('id', '=', id)
          .where('is_activated', '=', 1)
          .where('password_hash', '=', passwordHash)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        const row = await selectAdministrators(trx).where('backend_users.id', '=', id).executeTakeFirst();
        return row && administratorOf(row);
      }),

    authenticate: (token, at) => ask(database, () => authenticate(queries, tables.db, token, at)),

    rotate: (token, at, retirement, limits) =>
      write(limits, async (trx) => {
        const before = await authenticate(queries, trx, token, at);
        if (typeof before === 'string') return before;
        const first = await retireToken(trx, token.tokenId, retirement);
        // Otherwise another call retired it in between, or it is in its grace period. Its row now says which.
        const verdict = first ? before : await authenticate(queries, trx, token, at);
        if (typeof verdict !== 'string') await sweepBlacklist(trx, database.engine, retirement.sweepBefore);
        return verdict;
      }),

    blacklist: (token, retirement, limits) =>
      write(limits, async (trx) => {
        await blacklistToken(trx, token.tokenId, retirement);
        if (token.sessionId !== undefined) {
          await trx.deleteFrom('backend_sessions').where('session_id', '=', token.sessionId).execute();
        }
        await sweepBlacklist(trx, database.engine, retirement.sweepBefore);
      }),

    create: (administrator, limits) =>
      write(limits, async (trx) => {
        // No index holds that a login is the address of no other administrator.
        await takeTurn(trx, database.engine);
        return create(trx, administrator);
      }),

    setPassword: (identifier, passwordHash, limits) =>
      write(limits, async (trx) => {
        const [row] = await queries.find(trx, { key: keyOf(identifier) });
        if (row === undefined) return undefined;
        const { numUpdatedRows } = await trx
          .updateTable('backend_users')
          .set(({ eb }) => ({
            password_hash: passwordHash,
            must_change_password: 0,
            token_version: eb('token_version', '+', 1),
            updated_at: Date.now(),
          }))
          .where('id', '=', row.id)
          .executeTakeFirst();
        // The application removed the administrator since the check.
        if (numUpdatedRows === 0n) return undefined;
        const changed = await selectAdministrators(trx)
          .where('backend_users.id', '=', row.id)
          .executeTakeFirstOrThrow();
        return administratorOf(changed);
      }),

    migrate: (limits) => migrateAdmin(database, limits),

    accounts: createSqlAccounts(database),

    sessions: createSqlSessions(database),

    secondFactors: createSqlSecondFactors(database),
    passkeys: createSqlPasskeys(database),

    views: createSqlViews(database),

    imports: createSqlImports(database),
  };
}

/** One query, because it runs on every request; alone, it needs no transaction. */
async function authenticate(
  { byToken }: DirectoryQueries,
  db: Kysely<DirectoryTables>,
  { administratorId, tokenVersion, tokenId, sessionId }: TokenReference,
  at: Date,
): Promise<Administrator | TokenRefusal> {
  const id = idOf(administratorId);
  if (id === undefined) return 'unknown';
  const [row] = await byToken(db, { id, tokenId, sessionId: sessionId ?? '' });
  if (row?.is_activated !== 1) return 'unknown';
  if (row.token_version !== tokenVersion) return 'stale';
  if (row.effective_at !== null && Number(row.effective_at) <= at.getTime()) return 'blacklisted';
  if (sessionId !== undefined && row.session_id === null) return 'blacklisted';
  return administratorOf(row);
}

/** Checks for conflicts first, so that the answer is the first reason that applies; the unique indexes catch races. */
async function create(
  trx: Trx,
  { login, email, passwordHash, role, superuser }: NewAdministrator,
): Promise<Administrator | CreationRefused> {
  const taken = await takenBy(trx, login, email);
  if (taken !== undefined) return { refused: taken, roles: [] };
  const roles = await trx.selectFrom('backend_user_roles').select(['id', 'code']).orderBy('code').execute();
  const chosen = roles.find(({ code }) => code === role);
  if (role !== undefined && chosen === undefined) {
    return { refused: 'roleUnknown', roles: roles.map(({ code }) => code) };
  }
  const now = Date.now();
  const inserted = await trx
    .insertInto('backend_users')
    .values({
      login,
      login_key: keyOf(login),
      email,
      email_key: keyOf(email),
      name: '',
      password_hash: passwordHash,
      role_id: chosen?.id ?? null,
      is_superuser: superuser ? 1 : 0,
      is_activated: 1,
      permissions: '[]',
      locale: '',
      token_version: 0,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return { refused: (await takenBy(trx, login, email)) ?? 'loginTaken', roles: [] };
  const row = await selectAdministrators(trx).where('backend_users.id', '=', inserted.id).executeTakeFirstOrThrow();
  return administratorOf(row);
}

async function takenBy(trx: Trx, login: string, email: string): Promise<'loginTaken' | 'emailTaken' | undefined> {
  const holder = (key: string) =>
    trx
      .selectFrom('backend_users')
      .select('id')
      .where((eb) => eb.or([eb('login_key', '=', key), eb('email_key', '=', key)]))
      .executeTakeFirst();
  if (await holder(keyOf(login))) return 'loginTaken';
  return (await holder(keyOf(email))) ? 'emailTaken' : undefined;
}
