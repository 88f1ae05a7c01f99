import { randomBytes } from 'node:crypto';
import { holds, manageable } from '../accounts/granting.js';
import type { AdminDatabase } from '../database/transactions.js';
import { administratorOf, idOf } from '../directory/administrator-rows.js';
import { directoryTransactions } from '../directory/directory-transactions.js';
import type { DirectoryTransaction as Trx } from '../directory/tables.js';
import type { AnyTables } from '../model/model.js';
import type { SavedView, ViewChange, ViewRefusal, Views } from './views.js';

/** The code that sharing a view requires. */
const SHARES_VIEWS = 'backend.share_views';

/** Views of one list: shared ones, and those of one administrator that are not. */
const MAX_SHARED_VIEWS = 100;
const MAX_OWN_VIEWS = 50;

/** The ready views, on the tables that migrateAdmin creates. */
export function createSqlViews(database: AdminDatabase<AnyTables>): Views {
  const { engine } = database;
  const { read, write } = directoryTransactions(database);

  /**
   * The active administrator. Writers of views take turns, because a colleague who may share changes, deletes and un-shares the
   * views of others: beside an owner who saves the last view that there is room for, or beside another colleague.
   */
  async function writerOf(trx: Trx, administratorId: string) {
    const row = await manageable(trx, engine, administratorId, administratorId);
    if (row === 'unknown' || 'forbidden' in row) return undefined;
    const administrator = administratorOf(row);
    return { key: Number(administrator.id), ...administrator };
  }

  return {
    list: (administratorId, list, limits) =>
      read(limits, async (trx) => {
        const rows = await selectViews(trx)
          .where('backend_views.list', '=', list)
          .where(({ eb, or }) =>
            or([eb('backend_views.shared', '=', 1), eb('backend_views.user_id', '=', idOf(administratorId) ?? 0)]),
          )
          .execute();
        return rows.map(viewOf);
      }),

    save: (change, limits) =>
      write(limits, async (trx): Promise<SavedView | ViewRefusal> => {
        const actor = await writerOf(trx, change.administratorId);
        if (actor === undefined) return 'forbidden';
        const before = change.id === undefined ? undefined : await visibleView(trx, actor.key, change.list, change.id);
        if (change.id !== undefined && before === undefined) return 'unknown';
        if ((change.shared || before?.shared === 1) && !holds(actor, SHARES_VIEWS)) return 'forbidden';
        if (before !== undefined && before.version !== change.version) return 'stale';
        const owner = before === undefined ? actor.key : Number(before.user_id);
        const isMoving = before === undefined || (before.shared === 1) !== change.shared;
        if (isMoving && (await isFull(trx, change, owner))) return 'tooMany';
        return viewOf(await written(trx, change, owner));
      }),

    delete: (administratorId, list, id, limits) =>
      write(limits, async (trx) => {
        const actor = await writerOf(trx, administratorId);
        if (actor === undefined) return 'forbidden';
        const before = await visibleView(trx, actor.key, list, id);
        if (before === undefined) return 'unknown';
        if (before.shared === 1 && !holds(actor, SHARES_VIEWS)) return 'forbidden';
        await trx.deleteFrom('backend_views').where('id', '=', id).execute();
        return undefined;
      }),
  };
}

function selectViews(trx: Trx) {
  return trx
    .selectFrom('backend_views')
    .leftJoin('backend_users', 'backend_users.id', 'backend_views.user_id')
    .selectAll('backend_views')
    .select(['backend_users.name as owner_name', 'backend_users.login as owner_login']);
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>;

function viewOf({ id, version, user_id: owner, shared, name, query, owner_name, owner_login }: ViewRow): SavedView {
  return {
    id,
    version,
    ownerId: String(owner),
    ownerName: owner_name === null || owner_name === '' ? (owner_login ?? '') : owner_name,
    shared: shared === 1,
    name,
    query,
  };
}

async function visibleView(trx: Trx, user: number, list: string, id: string): Promise<ViewRow | undefined> {
  const row = await selectViews(trx)
    .where('backend_views.id', '=', id)
    .where('backend_views.list', '=', list)
    .executeTakeFirst();
  return row !== undefined && (row.shared === 1 || Number(row.user_id) === user) ? row : undefined;
}

async function isFull(trx: Trx, { list, shared }: ViewChange, owner: number): Promise<boolean> {
  const { count } = await trx
    .selectFrom('backend_views')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('list', '=', list)
    .where('shared', '=', shared ? 1 : 0)
    .$if(!shared, (query) => query.where('user_id', '=', owner))
    .executeTakeFirstOrThrow();
  return Number(count) >= (shared ? MAX_SHARED_VIEWS : MAX_OWN_VIEWS);
}

async function written(trx: Trx, { id, list, shared, name, query }: ViewChange, owner: number): Promise<ViewRow> {
  const contents = { shared: shared ? 1 : 0, name, query, updated_at: Date.now() };
  const key = id ?? randomBytes(12).toString('base64url');
  if (id === undefined) {
    await trx
      .insertInto('backend_views')
      .values({ id: key, list, user_id: owner, version: 1, ...contents })
      .execute();
  } else {
    await trx
      .updateTable('backend_views')
      .set(({ eb }) => ({ ...contents, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }
  return selectViews(trx).where('backend_views.id', '=', key).executeTakeFirstOrThrow();
}
