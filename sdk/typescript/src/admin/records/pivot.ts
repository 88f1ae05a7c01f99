import { sql } from 'kysely';
import type { AdminContext } from '../model/context.js';
import type { AnyTables, Model } from '../model/model.js';
import type { BelongsToMany } from '../model/relation.js';
import { keyParameter, keyParameters, ref } from '../sql/table-reference.js';
import type { PivotColumn } from './registry.js';

type Context = AdminContext<AnyTables>;

/** Ids of the records that one record is linked to through a pivot table, whatever scope they are in. */
export async function pivotIds(
  { pivotTable, foreignKey, relatedKey }: BelongsToMany,
  owner: unknown,
  { trx }: Context,
) {
  const rows = (await trx
    .selectFrom(pivotTable)
    .select(sql<string>`cast(${ref(pivotTable, relatedKey)} as text)`.as('gatehouse_id'))
    .where(sql<boolean>`${ref(pivotTable, foreignKey)} = ${owner}`)
    .execute()) as unknown as { gatehouse_id: string }[];
  return new Set(rows.map(({ gatehouse_id }) => gatehouse_id));
}

export async function addPivots(
  { model, pivotTable, foreignKey, relatedKey }: BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  { trx }: Context,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({ [foreignKey]: owner, [relatedKey]: keyParameter(model, id) }));
  await trx.insertInto(pivotTable).values(rows).execute();
}

export async function removePivots(
  { model, pivotTable, foreignKey, relatedKey }: BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  { trx }: Context,
): Promise<void> {
  const keys = keyParameters(model, ids);
  if (keys.length === 0) return;
  await trx
    .deleteFrom(pivotTable)
    .where(sql<boolean>`${ref(pivotTable, foreignKey)} = ${owner}`)
    .where(sql<boolean>`${ref(pivotTable, relatedKey)} in (${sql.join(keys)})`)
    .execute();
}

/** Removes every pair that names one of the keys: a database gives out the keys of deleted records again. */
export async function detach(
  columns: readonly PivotColumn[],
  keys: readonly unknown[],
  { trx }: Context,
): Promise<void> {
  for (const { table, column } of columns) {
    await trx
      .deleteFrom(table)
      .where(sql<boolean>`${ref(table, column)} in (${sql.join(keys)})`)
      .execute();
  }
}

/**
 * One transaction at a time changes the links of a record: what it read of them stays true until it ends. Returns whether
 * the record is still there: the transaction that it waited for may have deleted it.
 */
export async function lockRecord(model: Model, key: unknown, engine: string, { trx }: Context): Promise<boolean> {
  if (engine !== 'postgres') return true;
  const table = sql.table(model.table);
  const { rows } =
    await sql`select 1 from ${table} where ${ref(model.table, model.primaryKey)} = ${key} for update`.execute(trx);
  return rows.length > 0;
}
