import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext, AnyTables, BelongsToMany, HasMany, Model } from '../model/model.js';
import type { Controller, Values } from '../model/controller.js';
import { Refused } from '../model/controller.js';
import { columnsOf, hasKey, keyParameter, keyParameters, keyText, ref } from '../sql/columns.js';
import type { Row } from '../sql/columns.js';
import { idsAmong, listed, movable, relatedSubject, scoped } from '../sql/scopes.js';
import { raisedVersion } from '../sql/versions.js';
import { listPage } from './list-page.js';
import { keyValue, parametersOf } from './form-values.js';
import { RecordNotFound } from './outcomes.js';
import { say } from '../model/write-texts.js';
import { hold } from './locks.js';
import { addPivots, pivotIds, removePivots } from './links.js';
import type { Registry } from '../registry.js';

type Context = AdminContext<AnyTables>;

interface Managed {
  readonly controller: Controller;
  readonly name: string;
  readonly relation: HasMany | BelongsToMany;
  readonly id: string;
  /** Key of the record that owns the relation, which is within the form scope. */
  readonly owner: unknown;
}

/**
 * The relation of a record that exists for the caller.
 *
 * @param changing ids of the records to link or unlink; absent to read. Both ends are then locked before anything is read of
 * them: a transaction that this one waits for may delete the record, or move it out of the scope
 */
export async function managed(
  registry: Registry,
  controller: Controller,
  id: string,
  name: string,
  context: Context,
  changing?: readonly string[],
): Promise<Managed> {
  const { model, relations = {} } = controller;
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation === undefined || relation.kind === 'belongsTo') {
    throw new InvalidField('relation', 'is not a to-many relation of the controller');
  }
  const owner = keyParameter(registry, model, id);
  if (owner === undefined) throw new RecordNotFound();
  if (changing !== undefined) await holdBoth(registry, { model, relation, id }, changing, context);
  const row = (await scoped(controller, 'form', context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${owner}`)
    .select(keyText(model).as('gatehouse_id'))
    .executeTakeFirst()) as Row | undefined;
  if (row?.['gatehouse_id'] !== id) throw new RecordNotFound();
  return { controller, name, relation, id, owner };
}

export function related(
  registry: Registry,
  { relation, owner }: Managed,
  query: AdminListQuery__Output | null,
  context: Context,
): Promise<RecordPage> {
  const { model } = relation;
  const base = listed(registry, model, context).where(isLinked(relation, owner));
  return listPage(registry, relatedSubject(registry, model, context), base, query, context);
}

export function candidates(
  registry: Registry,
  { relation, owner }: Managed,
  query: AdminListQuery__Output | null,
  ids: readonly string[],
  context: Context,
): Promise<RecordPage> {
  const { model } = relation;
  const all = changeable(registry, relation, context);
  const base =
    ids.length === 0
      ? all.where(sql<boolean>`not ${isLinked(relation, owner)}`)
      : all.where(hasKey(model, keyParameters(registry, model, ids)));
  return listPage(registry, relatedSubject(registry, model, context), base, query, context);
}

/** Returns how many were not linked before, of a relation that is locked. If one does not exist for the caller, changes nothing. */
export async function link(
  registry: Registry,
  managed: Managed,
  ids: readonly string[],
  context: Context,
): Promise<number> {
  const { controller, name, relation, id, owner } = managed;
  await requireChangeable(registry, relation, ids, context);
  const now = await linkedIds(registry, relation, owner, ids, context);
  const added = ids.filter((one) => !now.has(one));
  if (added.length === 0) return 0;
  await controller.hooks?.beforeLink?.(id, name, added, context);
  if (relation.kind === 'belongsToMany') await addPivots(registry, relation, owner, added, context);
  else await moveTo(registry, relation, added, id, context);
  await controller.hooks?.afterLink?.(id, name, added, context);
  return added.length;
}

/** Returns how many were linked, of a relation that is locked. If one was not, changes nothing. */
export async function unlink(
  registry: Registry,
  managed: Managed,
  ids: readonly string[],
  context: Context,
): Promise<number> {
  const { controller, name, relation, id, owner } = managed;
  await requireChangeable(registry, relation, ids, context);
  const now = await linkedIds(registry, relation, owner, ids, context);
  if (!ids.every((one) => now.has(one))) throw new RecordNotFound();
  if (relation.kind === 'hasMany' && columnsOf(relation.model).get(relation.foreignKey)?.nullable !== true) {
    throw new Refused(say('linked', context.caller.locale));
  }
  await controller.hooks?.beforeUnlink?.(id, name, ids, context);
  if (relation.kind === 'belongsToMany') await removePivots(registry, relation, owner, ids, context);
  else await moveTo(registry, relation, ids, undefined, context);
  await controller.hooks?.afterUnlink?.(id, name, ids, context);
  return ids.length;
}

/**
 * Locks the record and the related ones: between reading and changing a link, no other transaction may create it from the
 * other side, move it to another record, or delete either end. On a has-many relation the related records are written.
 */
async function holdBoth(
  registry: Registry,
  { model, relation, id }: { readonly model: Model; readonly relation: HasMany | BelongsToMany; readonly id: string },
  ids: readonly string[],
  context: Context,
): Promise<void> {
  const as = relation.kind === 'hasMany' ? 'written' : 'linked';
  const holds = [{ model, ids: [id], as: 'written' } as const, { model: relation.model, ids, as } as const];
  await hold(registry, holds, context);
}

/** The records that may be linked or unlinked: on a has-many relation, that writes the related record itself. */
function changeable(registry: Registry, { kind, model }: HasMany | BelongsToMany, context: Context) {
  return kind === 'hasMany' ? movable(registry, model, context) : listed(registry, model, context);
}

async function requireChangeable(
  registry: Registry,
  relation: HasMany | BelongsToMany,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  const { model } = relation;
  const keys = keyParameters(registry, model, ids);
  if (keys.length < ids.length) throw new RecordNotFound();
  const found = await idsAmong(model, changeable(registry, relation, context), keys);
  if (!ids.every((id) => found.has(id))) throw new RecordNotFound();
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
  registry: Registry,
  relation: HasMany | BelongsToMany,
  owner: unknown,
  ids: readonly string[],
  context: Context,
): Promise<ReadonlySet<string>> {
  if (relation.kind === 'belongsToMany') return pivotIds(relation, owner, context);
  const { model } = relation;
  const keys = keyParameters(registry, model, ids);
  if (keys.length === 0) return new Set();
  return idsAmong(model, context.trx.selectFrom(model.table).where(isLinked(relation, owner)), keys);
}

/**
 * Assigns records of a has-many relation to an owner, or to none. Each of them changes as through its own form: its
 * version rises, and the update hooks of its controller run.
 */
async function moveTo(
  registry: Registry,
  { model, foreignKey }: HasMany,
  ids: readonly string[],
  owner: string | undefined,
  context: Context,
): Promise<void> {
  const { beforeUpdate, afterUpdate } = registry.managerOf(model)?.hooks ?? {};
  const given: Values = { [foreignKey]: keyValue(columnsOf(model).get(foreignKey), owner) };
  const write = (values: Readonly<Values>, keys: readonly unknown[]) =>
    context.trx
      .updateTable(model.table)
      .set({ ...parametersOf(registry, model, values), ...raisedVersion(model) })
      .where(hasKey(model, keys))
      .execute();
  if (beforeUpdate === undefined && afterUpdate === undefined) {
    await write(given, keyParameters(registry, model, ids));
    return;
  }
  for (const id of ids) {
    const values = { ...given };
    await beforeUpdate?.(id, values, context);
    await write(values, keyParameters(registry, model, [id]));
    await afterUpdate?.(id, values, context);
  }
}
