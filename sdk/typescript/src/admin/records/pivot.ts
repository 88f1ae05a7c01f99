import { sql } from 'kysely';
import type { AdminContext } from '../model/context.js';
import type { AnyTables, Model } from '../model/model.js';
import type { BelongsToMany } from '../model/relation.js';
import { keyParameter, keyParameters, ref } from '../sql/table-reference.js';

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

/** One transaction at a time changes the links of a record: what it read of them stays true until it ends. */
export async function lockRecord(model: Model, key: unknown, engine: string, { trx }: Context): Promise<void> {
  if (engine !== 'postgres') return;
  const table = sql.table(model.table);
  await sql`select 1 from ${table} where ${ref(model.table, model.primaryKey)} = ${key} for update`.execute(trx);
}
