import type { Kysely } from 'kysely';
import type { Administrator } from './directory.js';
import type { DirectoryTables } from './tables.js';

/** Administrators with their role, in one query, inside a transaction or on its own. */
export function selectAdministrators(db: Kysely<DirectoryTables>) {
  return db
    .selectFrom('backend_users')
    .leftJoin('backend_user_roles', 'backend_user_roles.id', 'backend_users.role_id')
    .selectAll('backend_users')
    .select(['backend_user_roles.code as role_code', 'backend_user_roles.permissions as role_permissions']);
}

export type AdministratorRow = Awaited<ReturnType<ReturnType<typeof selectAdministrators>['executeTakeFirstOrThrow']>>;

export function administratorOf(row: AdministratorRow): Administrator {
  const permissions = [...codesOf(row.role_permissions), ...codesOf(row.permissions)];
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
  };
}

/** What logins and addresses are compared by. SQL's own lower() knows ASCII only on SQLite. */
export function keyOf(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** An id as these tables have them, spelled in the one way; undefined for what can be none. */
export function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function codesOf(json: string | null): string[] {
  const codes: unknown = JSON.parse(json ?? '[]');
  if (!Array.isArray(codes) || !codes.every((code): code is string => typeof code === 'string')) {
    throw new Error('permissions of an administrator or a role are not a JSON list of codes');
  }
  return codes;
}
