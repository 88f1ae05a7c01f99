import type { RelationChange__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationChange';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Controller, Values } from '../model/controller.js';
import type { AdminContext, AnyTables, BelongsTo, BelongsToMany } from '../model/model.js';
import type { PivotColumn, Registry } from '../registry.js';
import { columnsOf, hasIntegerKey, keyParameter, keyParameters, partsOf, ref } from '../sql/columns.js';
import { existing, requireExisting } from '../sql/scopes.js';
import { keyValue } from './form-values.js';

type Context = AdminContext<AnyTables>;

/** Ids of the records that one record is linked to through a pivot table, regardless of scopes. */
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

/** A pair that the application has added in the meantime is not an error. */
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
  // A constraint other than that of the pair: let the database name it.
  if (missing.length > 0) await into.values(rows(missing)).execute();
}

export async function removePivots(
  registry: Registry,
  { model, pivotTable, foreignKey, relatedKey }: BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  { trx }: Context,
): Promise<void> {
  // PostgreSQL hashes these values. It would compare each row of a table without an index with each item of such a list.
  const isHashed = hasIntegerKey(registry, model);
  for (const keys of partsOf(keyParameters(registry, model, ids))) {
    const listed = isHashed ? sql`values ${sql.join(keys.map((key) => sql`(${key})`))}` : sql.join(keys);
    await trx
      .deleteFrom(pivotTable)
      .where(sql<boolean>`${ref(pivotTable, foreignKey)} = ${owner}`)
      .where(sql<boolean>`${ref(pivotTable, relatedKey)} in (${listed})`)
      .execute();
  }
}

/** Removes every pair that names one of the keys, because a database may reuse the keys of deleted records. */
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

/** The changes that a write of relations makes to the existing links. Empty if there are none. */
export interface RelationPlan {
  /** Columns of the record itself that its model declares: hooks see and change them like other values. */
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

/** The record to write, locked; absent for a new one, which has no links. */
interface Held {
  readonly id: string;
  /** Key of the related record of a belongs-to relation, regardless of scopes. */
  foreignKey(relation: string): string | undefined;
}

/**
 * A write replaces the whole relation, as the whole that the caller can see. An id that does not exist for the caller is
 * Invalid, even if the record is linked to it; otherwise the answer would reveal that. A link that the caller never saw
 * stays, because omitting it cannot mean removing it.
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

/** Undefined if the key does not change. */
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
  // A record that is already chosen may stay even if the field no longer offers it, because the form shows it.
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
