import { sql } from 'kysely';
import { administratorOf, idOf, selectAdministrators } from '../directory/administrator-rows.js';
import type { DirectoryTransaction as Trx } from '../directory/tables.js';
import type { Engine } from '../database/transactions.js';

/** The code that the screens for administrators and roles require. */
export const MANAGES_ADMINISTRATORS = 'backend.administrators';

/** The grants of an administrator. */
export interface Holder {
  readonly superuser: boolean;
  readonly permissions: readonly string[];
}

/** Whether a code is granted, itself or by a code that ends in ".*" and covers it. */
export function holds({ superuser, permissions }: Holder, code: string): boolean {
  return superuser || permissions.some((one) => one === code || covers(one, code));
}

function covers(granted: string, code: string): boolean {
  return granted.endsWith('.*') && code.startsWith(granted.slice(0, -1));
}

/** Only superusers manage superusers, and everybody else manages only those who hold no more than they do. */
export function mayManage(actor: Holder, target: Holder): boolean {
  return actor.superuser || (!target.superuser && target.permissions.every((code) => holds(actor, code)));
}

/**
 * One transaction at a time changes administrators and roles. Otherwise two superusers could demote each other at once, or
 * an administrator could grant a permission while losing it. SQLite has one writer anyway. The locked row always exists.
 */
export async function takeTurn(trx: Trx, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return;
  await trx
    .selectFrom('gatehouse_admin_migrations')
    .select('name')
    .orderBy('name')
    .limit(sql.lit(1))
    .forUpdate()
    .execute();
}

/** The administrator as the directory has it now, if active; the caller of an rpc may have lost permissions since. */
export async function actorNow(
  trx: Trx,
  administratorId: string,
): Promise<(Holder & { readonly id: string }) | undefined> {
  const id = idOf(administratorId);
  if (id === undefined) return undefined;
  const row = await selectAdministrators(trx).where('backend_users.id', '=', id).executeTakeFirst();
  if (row?.is_activated !== 1) return undefined;
  const actor = administratorOf(row);
  return holds(actor, MANAGES_ADMINISTRATORS) ? actor : undefined;
}

/** Whether an active superuser other than the given one exists. */
export async function isAnotherSuperuser(trx: Trx, besides: number): Promise<boolean> {
  const other = await trx
    .selectFrom('backend_users')
    .select('id')
    .where('is_superuser', '=', 1)
    .where('is_activated', '=', 1)
    .where('id', '!=', besides)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return other !== undefined;
}

export async function rowOf(trx: Trx, administratorId: string) {
  const id = idOf(administratorId);
  if (id === undefined) return undefined;
  return selectAdministrators(trx)
    .select('backend_users.password_hash')
    .where('backend_users.id', '=', id)
    .executeTakeFirst();
}

/** The key of an active administrator, whose row stays locked: no other transaction changes or counts meanwhile. */
export async function activeId(trx: Trx, engine: Engine, administratorId: string): Promise<number | undefined> {
  const id = idOf(administratorId);
  if (id === undefined) return undefined;
  const row = await trx
    .selectFrom('backend_users')
    .select('id')
    .where('id', '=', id)
    .where('is_activated', '=', 1)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row && id;
}

/** The active administrator with that id, if the other one may manage it; no other transaction changes it meanwhile. */
export async function manageable(trx: Trx, engine: Engine, id: string, by: string) {
  // In the order of an update on the screens, which locks its record first: two of them must not wait for each other.
  if ((await activeId(trx, engine, id)) === undefined) return 'unknown';
  await takeTurn(trx, engine);
  const row = await rowOf(trx, id);
  if (row?.is_activated !== 1) return 'unknown';
  if (by === id) return row;
  const actor = await actorNow(trx, by);
  return actor === undefined || !mayManage(actor, administratorOf(row)) ? { forbidden: row } : row;
}

/** Raises the token version, which ends the sessions, and writes the changes; returns the row after it. */
export async function raised(
  trx: Trx,
  { id }: { readonly id: number },
  changes: { readonly password_hash?: string; readonly must_change_password?: number },
) {
  await trx
    .updateTable('backend_users')
    .set(({ eb }) => ({ ...changes, token_version: eb('token_version', '+', 1), updated_at: Date.now() }))
    .where('id', '=', id)
    .execute();
  return selectAdministrators(trx).where('backend_users.id', '=', id).executeTakeFirstOrThrow();
}
