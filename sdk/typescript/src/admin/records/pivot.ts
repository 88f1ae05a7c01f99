import { sql } from 'kysely';
import type { AdminContext } from '../model/context.js';
import type { AnyTables } from '../model/model.js';
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

/** A pair that the application has added meanwhile is there already, and nothing to complain about. */
export async function addPivots(
  relation: BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  if (ids.length === 0) return;
  const { trx } = context;
  const into = trx.insertInto(relation.pivotTable);
  const rows = (added: readonly string[]) =>
    added.map((id) => ({ [relation.foreignKey]: owner, [relation.relatedKey]: keyParameter(relation.model, id) }));
  const { numInsertedOrUpdatedRows } = await into
    .values(rows(ids))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) === ids.length) return;
  const now = await pivotIds(relation, owner, context);
  const missing = ids.filter((id) => !now.has(id));
  // Another constraint than that of the pair: the database says which.
  if (missing.length > 0) await into.values(rows(missing)).execute();
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
