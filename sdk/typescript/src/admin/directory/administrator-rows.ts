import type { Compilable, Kysely } from 'kysely';
import { sql } from 'kysely';
import { storedTexts } from '../../shared/stored-json.js';
import type { CompiledOnce } from '../../sql/database/statement.js';
import { compileOnce } from '../../sql/database/statement.js';
import type { Administrator } from './directory.js';
import type { DirectoryTables } from './tables.js';

/** Runs one query on the database, or in a transaction of it. */
export type FixedQuery<DB, P, R> = (db: Kysely<DB>, parameters: P) => Promise<R[]>;

/**
 * A query of which only the parameters differ. Kysely builds and compiles it on first use, once per database, because
 * each engine has its own text.
 */
function fixedQuery<DB, P extends object, R>(
  build: (db: Kysely<DB>, parameters: P) => Compilable<R>,
): FixedQuery<DB, P, R> {
  let compiled: CompiledOnce<P, R> | undefined;
  return async (db, parameters) => {
    compiled ??= compileOnce((placeholders) => build(db, placeholders));
    const { query, bind } = compiled;
    const { rows } = await db.executeQuery<R>({ ...query, parameters: bind(parameters) });
    return rows;
  };
}

/** Administrators with their role, in one query, inside or outside of a transaction. */
export function selectAdministrators(db: Kysely<DirectoryTables>) {
  return db
    .selectFrom('backend_users')
    .leftJoin('backend_user_roles', 'backend_user_roles.id', 'backend_users.role_id')
    .leftJoin('backend_second_factors', 'backend_second_factors.user_id', 'backend_users.id')
    .select([
      'backend_users.id',
      'backend_users.login',
      'backend_users.email',
      'backend_users.name',
      'backend_users.role_id',
      'backend_users.is_superuser',
      'backend_users.is_activated',
      'backend_users.permissions',
      'backend_users.locale',
      'backend_users.token_version',
      'backend_users.must_change_password',
      'backend_user_roles.code as role_code',
      'backend_user_roles.permissions as role_permissions',
      'backend_user_roles.requires_second_factor as role_requires_second_factor',
      'backend_second_factors.user_id as second_factor_of',
    ]);
}

type AdministratorRow = Awaited<ReturnType<ReturnType<typeof selectAdministrators>['executeTakeFirstOrThrow']>>;

export function administratorOf(row: AdministratorRow): Administrator {
  const permissions = [
    ...storedTexts(row.role_permissions ?? '[]', `backend_user_roles.permissions of ${row.role_code ?? ''}`),
    ...storedTexts(row.permissions, `backend_users.permissions of ${String(row.id)}`),
  ];
  return {
    id: String(row.id),
    login: row.login,
    email: row.email,
    displayName: row.name,
    role: row.role_code ?? '',
    superuser: row.is_superuser === 1,
    permissions: [...new Set(permissions)],
    locale: row.locale,
    tokenVersion: row.token_version,
    ...(row.must_change_password === 1 && { mustChangePassword: true }),
    ...(row.second_factor_of !== null && { hasSecondFactor: true }),
    ...(row.role_requires_second_factor === 1 && { mustHaveSecondFactor: true }),
  };
}

/** The form in which logins and addresses are compared. lower() of SQLite handles only ASCII. */
export function keyOf(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** An id of these tables in its only spelling; undefined for a text that cannot be one. */
export function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The queries of every request or sign-in, compiled once for the directory of one database. */
export function directoryQueries() {
  return {
    /**
     * The login of one administrator takes precedence over the address of another. Always one query, so that the time
     * does not reveal who exists.
     */
    find: fixedQuery<DirectoryTables, { readonly key: string }, AdministratorRow & { readonly password_hash: string }>(
      (db, { key }) =>
        selectAdministrators(db)
          .select('backend_users.password_hash')
          .where((eb) => eb.or([eb('login_key', '=', key), eb('email_key', '=', key)]))
          .orderBy((eb) => eb.case().when('login_key', '=', key).then(0).else(1).end())
          .limit(sql.lit(1)),
    ),

    byToken: fixedQuery<
      DirectoryTables,
      { readonly id: number; readonly tokenId: string; readonly sessionId: string },
      AdministratorRow & { readonly effective_at: number | string | null; readonly session_id: string | null }
    >((db, { id, tokenId, sessionId }) =>
      selectAdministrators(db)
        .leftJoin('backend_jwt_blacklist', (join) => join.on('backend_jwt_blacklist.token_id', '=', tokenId))
        .leftJoin('backend_sessions', (join) =>
          join
            .on('backend_sessions.session_id', '=', sessionId)
            .onRef('backend_sessions.user_id', '=', 'backend_users.id'),
        )
        .select(['backend_jwt_blacklist.effective_at', 'backend_sessions.session_id'])
        .where('backend_users.id', '=', id)
        .limit(sql.lit(1)),
    ),
  };
}

export type DirectoryQueries = ReturnType<typeof directoryQueries>;
