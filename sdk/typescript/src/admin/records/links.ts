import type { RelationChange__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationChange';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Controller, Values } from '../model/controller.js';
import type { AdminContext, AnyTables, BelongsTo, BelongsToMany } from '../model/model.js';
import type { PivotColumn, Registry } from '../registry.js';
import { columnsOf, keyParameter, keyParameters, ref } from '../sql/columns.js';
import { existing, requireExisting } from '../sql/scopes.js';
import { keyValue } from './form-values.js';

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
  registry: Registry,
  relation: BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  if (ids.length === 0) return;
  const { trx } = context;
  const into = trx.insertInto(relation.pivotTable);
  const rows = (added: readonly string[]) =>
    added.map((id) => ({
      [relation.foreignKey]: owner,
      [relation.relatedKey]: keyParameter(registry, relation.model, id),
    }));
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
  registry: Registry,
  { model, pivotTable, foreignKey, relatedKey }: BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  { trx }: Context,
): Promise<void> {
  const keys = keyParameters(registry, model, ids);
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

type PlanContext = AdminContext<AnyTables>;

/** What a write of relations comes down to, compared with the links that there are. Empty where it changes none. */
export interface RelationPlan {
  /** Columns of the record itself that its model declares: hooks see and change them as they do other values. */
  readonly values: Readonly<Values>;
  /** Columns of the record itself that its model does not declare. */
  readonly foreignKeys: Readonly<Record<string, unknown>>;
  readonly pivots: readonly PivotChange[];
}

interface PivotChange {
  readonly relation: BelongsToMany;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The record that is written, locked; absent for a new one, which is linked to nothing. */
interface Held {
  readonly id: string;
  /** Key of the record that a belongs-to relation leads to, whatever scope it is in. */
  foreignKey(relation: string): string | undefined;
}

/**
 * A relation is written as a whole: as the whole that the caller can see. An id that does not exist for the caller is
 * Invalid, also where the record is linked to it, or the answer would tell; and a link that the caller was never shown stays,
 * since leaving it out cannot mean to remove it.
 */
export async function planRelations(
  registry: Registry,
  { model, relations = {} }: Controller,
  changes: readonly RelationChange__Output[],
  held: Held | undefined,
  context: PlanContext,
): Promise<RelationPlan> {
  const values: Values = {};
  const foreignKeys: Record<string, unknown> = {};
  const pivots: PivotChange[] = [];
  for (const change of changes) {
    const relation = Object.hasOwn(relations, change.relation) ? relations[change.relation] : undefined;
    if (relation === undefined || relation.kind === 'hasMany') {
      throw new InvalidField('relations.relation', 'is not a relation that a form can write');
    }
    if (relation.kind === 'belongsTo') {
      const key = await foreignKeyOf(registry, relation, change, held?.foreignKey(change.relation), context);
      if (key === undefined) continue;
      const column = columnsOf(model).get(relation.foreignKey);
      const value = keyValue(column, change.ids[0]);
      if (column === undefined || (value === null && key !== null)) foreignKeys[relation.foreignKey] = key;
      else values[relation.foreignKey] = value;
      continue;
    }
    const pivot = await pivotChangeOf(
      registry,
      relation,
      change,
      held && keyParameter(registry, model, held.id),
      context,
    );
    if (pivot.added.length > 0 || pivot.removed.length > 0) pivots.push(pivot);
  }
  return { values, foreignKeys, pivots };
}

export async function changePivots(
  registry: Registry,
  { pivots }: RelationPlan,
  { model }: Controller,
  id: string,
  context: PlanContext,
): Promise<void> {
  const owner = keyParameter(registry, model, id);
  for (const { relation, added, removed } of pivots) {
    await removePivots(registry, relation, owner, removed, context);
    await addPivots(registry, relation, owner, added, context);
  }
}

/** Undefined where the key stays as it is. */
async function foreignKeyOf(
  registry: Registry,
  { model }: BelongsTo,
  { relation: name, ids, scope }: RelationChange__Output,
  current: string | undefined,
  context: PlanContext,
): Promise<unknown> {
  const [id, ...more] = ids;
  if (more.length > 0) throw new InvalidField('relations.ids', 'has several ids for a belongs-to relation');
  if (id === undefined) {
    if (current === undefined) return undefined;
    const seen = await existing(registry, model, [current], [], context);
    return seen.size === 0 ? undefined : null;
  }
  // What is chosen already may stay where the field does not offer it any more: the form shows it.
  await requireExisting(registry, name, model, [id], id === current ? null : scope, context);
  return id === current ? undefined : keyParameter(registry, model, id);
}

async function pivotChangeOf(
  registry: Registry,
  relation: BelongsToMany,
  { relation: name, ids, scope }: RelationChange__Output,
  owner: unknown,
  context: PlanContext,
): Promise<PivotChange> {
  const { model } = relation;
  const now = owner === undefined ? new Set<string>() : await pivotIds(relation, owner, context);
  const [added, kept] = [ids.filter((id) => !now.has(id)), ids.filter((id) => now.has(id))];
  if (added.length > 0) await requireExisting(registry, name, model, added, scope, context);
  if (kept.length > 0) await requireExisting(registry, name, model, kept, null, context);
  const missing = [...now].filter((id) => !ids.includes(id));
  return { relation, added, removed: [...(await existing(registry, model, missing, [], context))] };
}
