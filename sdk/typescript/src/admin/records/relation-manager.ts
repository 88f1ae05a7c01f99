import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { Controller } from '../model/controller.js';
import { Refused } from '../model/errors.js';
import type { AnyTables } from '../model/model.js';
import type { BelongsToMany, HasMany } from '../model/relation.js';
import { raisedVersion } from '../sql/raised-version.js';
import type { Row } from '../sql/column-sql.js';
import { listed, scoped } from '../sql/scoped.js';
import { columnsOf, keyParameter, keyParameters, keyText, ref } from '../sql/table-reference.js';
import type { WireListQuery } from '../wire/query.js';
import { listPage, type WireRecordPage } from './list-page.js';
import { RecordNotFound } from './outcomes.js';
import { addPivots, lockRecord, pivotIds, removePivots } from './pivot.js';
import type { Registry } from './registry.js';
import { existing } from './related-ids.js';
import { relatedSubject } from './subject.js';

type Context = AdminContext<AnyTables>;

interface Managed {
  readonly controller: Controller;
  readonly relation: HasMany | BelongsToMany;
  /** Key of the record that the relation hangs on, which is within the form scope. */
  readonly owner: unknown;
}

/** The relation of a record that exists for the caller. */
export async function managed(controller: Controller, id: string, name: string, context: Context): Promise<Managed> {
  const { model, relations = {} } = controller;
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation === undefined || relation.kind === 'belongsTo') {
    throw new InvalidField('relation', 'names no to-many relation of the controller');
  }
  const owner = keyParameter(model, id);
  if (owner === undefined) throw new RecordNotFound();
  const row = (await scoped(controller, 'form', context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${owner}`)
    .select(keyText(model).as('gatehouse_id'))
    .executeTakeFirst()) as Row | undefined;
  if (row?.['gatehouse_id'] !== id) throw new RecordNotFound();
  return { controller, relation, owner };
}

export function related(
  registry: Registry,
  { relation, owner }: Managed,
  query: WireListQuery | null,
  context: Context,
): Promise<WireRecordPage> {
  const { model } = relation;
  const base = listed(registry, model, context).where(isLinked(relation, owner));
  return listPage(registry, relatedSubject(registry, model, context), base, query, context);
}

export function candidates(
  registry: Registry,
  { relation, owner }: Managed,
  query: WireListQuery | null,
  ids: readonly string[],
  context: Context,
): Promise<WireRecordPage> {
  const { model } = relation;
  const all = listed(registry, model, context);
  const key = ref(model.table, model.primaryKey);
  const keys = keyParameters(model, ids);
  const base =
    ids.length === 0
      ? all.where(sql<boolean>`not ${isLinked(relation, owner)}`)
      : all.where(keys.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${key} in (${sql.join(keys)})`);
  return listPage(registry, relatedSubject(registry, model, context), base, query, context);
}

/** How many were not linked before. One that does not exist for the caller: nothing changes. */
export async function link(
  registry: Registry,
  { controller, relation, owner }: Managed,
  ids: readonly string[],
  context: Context,
): Promise<number> {
  const { model } = relation;
  const found = await existing(registry, model, ids, [], context);
  if (!ids.every((id) => found.has(id))) throw new RecordNotFound();
  await lockRecord(controller.model, owner, registry.engine, context);
  const now = await linkedIds(relation, owner, ids, context);
  const added = ids.filter((id) => !now.has(id));
  if (relation.kind === 'belongsToMany') await addPivots(relation, owner, added, context);
  else await setForeignKey(relation, added, owner, context);
  return added.length;
}

/** How many were linked: all of them, or nothing changes. */
export async function unlink(
  registry: Registry,
  { controller, relation, owner }: Managed,
  ids: readonly string[],
  context: Context,
): Promise<number> {
  const { model } = relation;
  const found = await existing(registry, model, ids, [], context);
  await lockRecord(controller.model, owner, registry.engine, context);
  const now = await linkedIds(relation, owner, ids, context);
  if (!ids.every((id) => found.has(id) && now.has(id))) throw new RecordNotFound();
  if (relation.kind === 'belongsToMany') await removePivots(relation, owner, ids, context);
  else {
    if (columnsOf(model).get(relation.foreignKey)?.nullable !== true) throw new Refused('This cannot be unlinked.');
    await setForeignKey(relation, ids, null, context);
  }
  return ids.length;
}

function isLinked(relation: HasMany | BelongsToMany, owner: unknown) {
  const { model } = relation;
  if (relation.kind === 'hasMany') {
    const foreignKey = ref(model.table, relation.foreignKey);
    return sql<boolean>`(${foreignKey} is not null and ${foreignKey} = ${owner})`;
  }
  const { pivotTable, foreignKey, relatedKey } = relation;
  return sql<boolean>`exists (select 1 from ${sql.table(pivotTable)} where ${ref(pivotTable, relatedKey)} = ${ref(model.table, model.primaryKey)} and ${ref(pivotTable, foreignKey)} = ${owner})`;
}

async function linkedIds(
  relation: HasMany | BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  context: Context,
): Promise<ReadonlySet<string>> {
  if (relation.kind === 'belongsToMany') return pivotIds(relation, owner, context);
  const { model } = relation;
  const keys = keyParameters(model, ids);
  if (keys.length === 0) return new Set();
  const rows = (await context.trx
    .selectFrom(model.table)
    .where(isLinked(relation, owner))
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} in (${sql.join(keys)})`)
    .select(keyText(model).as('gatehouse_id'))
    .execute()) as unknown as { gatehouse_id: string }[];
  return new Set(rows.map(({ gatehouse_id }) => gatehouse_id));
}

async function setForeignKey(
  { model, foreignKey }: HasMany,
  ids: readonly string[],
  owner: unknown,
  { trx }: Context,
): Promise<void> {
  if (ids.length === 0) return;
  const key = ref(model.table, model.primaryKey);
  await trx
    .updateTable(model.table)
    .set({ [foreignKey]: owner, ...raisedVersion(model) })
    .where(sql<boolean>`${key} in (${sql.join(keyParameters(model, ids))})`)
    .execute();
}
