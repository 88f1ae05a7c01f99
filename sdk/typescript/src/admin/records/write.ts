import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import type { Row } from '../sql/column-sql.js';
import { keyParameter, keyText, ref } from '../sql/table-reference.js';
import { raisedVersion } from '../sql/raised-version.js';
import { scoped } from '../sql/scoped.js';
import type { WireSelection } from '../wire/query.js';
import { recordValues, writtenForm } from './held-form.js';
import { RecordChanged, RecordNotFound } from './outcomes.js';
import { addPivots, lockRecord, pivotIds, removePivots } from './pivot.js';
import { readRecords, type WireRecord } from './read.js';
import type { Registry } from './registry.js';
import { existing, requireExisting } from './related-ids.js';
import { subjectOf } from './subject.js';
import {
  foreignKeysOf,
  parametersOf,
  requireOffered,
  valuesFrom,
  type WireColumnValue,
  type WireRelationChange,
} from './write-values.js';

type Context = AdminContext<AnyTables>;

export interface WireWrite {
  readonly values: readonly WireColumnValue[];
  readonly relations: readonly WireRelationChange[];
  readonly selection: WireSelection | null;
}

export async function createRecord(
  registry: Registry,
  controller: Controller,
  write: WireWrite,
  context: Context,
): Promise<WireRecord> {
  const { model, hooks = {}, newRecord = {}, optionProviders = {} } = controller;
  const values = { ...newRecord, ...valuesFrom(model, write.values) };
  const form = await writtenForm(controller, write, values, () => Promise.resolve({}));
  const inForm = { ...context, form };
  await requireOffered(model, write.values, optionProviders, form, context);
  await hooks.beforeCreate?.(values, context);
  const foreignKeys = await foreignKeysOf(registry, controller, write.relations, () => undefined, inForm);
  const row = { ...parametersOf(registry, model, values), ...foreignKeys };
  const into = context.trx.insertInto(model.table);
  const inserted = await (Object.keys(row).length === 0 ? into.defaultValues() : into.values(row))
    .returning(keyText(model).as('gatehouse_id'))
    .executeTakeFirstOrThrow();
  const id = inserted.gatehouse_id;
  await changePivots(registry, controller, id, write.relations, inForm);
  await hooks.afterCreate?.(id, values, context);
  return recordById(registry, controller, id, write.selection, context);
}

/** The version is compared by the statement that writes: of two updates from one version, one finds nothing to update. */
export async function updateRecord(
  registry: Registry,
  controller: Controller,
  id: string,
  write: WireWrite & { readonly expectedVersion: string },
  context: Context,
): Promise<WireRecord> {
  const { model, hooks = {}, optionProviders = {} } = controller;
  const key = keyParameter(model, id);
  const current = key === undefined ? undefined : await currentRow(controller, key, context);
  if (current?.['gatehouse_id'] !== id) throw new RecordNotFound();
  const version = model.version === undefined ? '' : String(Number(current['gatehouse_version']));
  const now = () => recordById(registry, controller, id, write.selection, context);
  if (write.expectedVersion !== '' && write.expectedVersion !== version) throw new RecordChanged(await now());

  // Nothing to change is no write: no hook runs, and whoever edits the record at this moment is not in conflict with it.
  if (write.values.length === 0 && write.relations.length === 0) return now();
  const values = valuesFrom(model, write.values);
  const form = await writtenForm(controller, write, values, () => recordValues(registry, controller, id, context));
  const inForm = { ...context, form };
  await requireOffered(model, write.values, optionProviders, form, context);
  await hooks.beforeUpdate?.(id, values, context);
  const foreignKeys = await foreignKeysOf(
    registry,
    controller,
    write.relations,
    (name) => keyNow(current, name),
    inForm,
  );
  const changes = {
    ...parametersOf(registry, model, values),
    ...foreignKeys,
    ...raisedVersion(model),
  };
  if (Object.keys(changes).length > 0) {
    let update = context.trx
      .updateTable(model.table)
      .set(changes)
      .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${key}`);
    if (model.version !== undefined && write.expectedVersion !== '') {
      update = update.where(sql<boolean>`${ref(model.table, model.version)} = ${Number(write.expectedVersion)}`);
    }
    const { numUpdatedRows } = await update.executeTakeFirst();
    if (numUpdatedRows === 0n) throw new RecordChanged(await now());
  }
  await changePivots(registry, controller, id, write.relations, inForm);
  await hooks.afterUpdate?.(id, values, context);
  return now();
}

/** All of them, or an outcome is thrown and none is. */
export async function deleteRecords(
  { engine }: Registry,
  controller: Controller,
  ids: readonly string[],
  scope: 'list' | 'form',
  context: Context,
): Promise<void> {
  const { model, hooks = {} } = controller;
  const keys = ids.map((id) => keyParameter(model, id));
  if (keys.includes(undefined)) throw new RecordNotFound();
  const own = ref(model.table, model.primaryKey);
  // In one order: two deletions of the same records wait for each other instead of failing.
  for (const id of [...ids].sort()) await lockRecord(model, keyParameter(model, id), engine, context);
  const rows = (await scoped(controller, scope, context)
    .where(sql<boolean>`${own} in (${sql.join(keys)})`)
    .select(keyText(model).as('gatehouse_id'))
    .execute()) as unknown as Row[];
  const found = new Set(rows.map((row) => row['gatehouse_id']));
  if (!ids.every((id) => found.has(id))) throw new RecordNotFound();
  for (const id of ids) await hooks.beforeDelete?.(id, context);
  await context.trx
    .deleteFrom(model.table)
    .where(sql<boolean>`${own} in (${sql.join(keys)})`)
    .execute();
  for (const id of ids) await hooks.afterDelete?.(id, context);
}

/** The record as it is, wherever the write has moved it. */
async function recordById(
  registry: Registry,
  controller: Controller,
  id: string,
  selection: WireSelection | null,
  context: Context,
): Promise<WireRecord> {
  const { model } = controller;
  const key = ref(model.table, model.primaryKey);
  const query = context.trx.selectFrom(model.table).where(sql<boolean>`${key} = ${keyParameter(model, id)}`);
  const subject = subjectOf(registry, controller, context);
  const [record] = await readRecords(registry, subject, query, selection, context);
  if (record === undefined) throw new RecordNotFound();
  return record;
}

async function currentRow(controller: Controller, key: unknown, context: Context): Promise<Row | undefined> {
  const { model, relations = {} } = controller;
  const version = model.version === undefined ? [] : [ref(model.table, model.version).as('gatehouse_version')];
  const keys = Object.entries(relations).flatMap(([name, relation]) =>
    relation.kind === 'belongsTo'
      ? [sql`cast(${ref(model.table, relation.foreignKey)} as text)`.as(`key_${name}`)]
      : [],
  );
  return (await scoped(controller, 'form', context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${key}`)
    .select([keyText(model).as('gatehouse_id'), ...version, ...keys])
    .executeTakeFirst()) as Row | undefined;
}

function keyNow(row: Row, relation: string): string | undefined {
  const key = row[`key_${relation}`];
  return typeof key === 'string' ? key : undefined;
}

/** What a belongs-to-many relation is to be from now on. What it is already may stay, even out of the caller's scope. */
async function changePivots(
  registry: Registry,
  { model, relations = {} }: Controller,
  id: string,
  changes: readonly WireRelationChange[],
  context: Context,
): Promise<void> {
  const owner = keyParameter(model, id);
  for (const { relation: name, ids, scope } of changes) {
    const relation = relations[name];
    if (relation === undefined || relation.kind === 'hasMany') {
      throw new InvalidField('relations.relation', 'names no relation that a form can write');
    }
    if (relation.kind === 'belongsTo') continue;
    await lockRecord(model, owner, registry.engine, context);
    const now = await pivotIds(relation, owner, context);
    const added = ids.filter((one) => !now.has(one));
    if (added.length > 0) await requireExisting(registry, name, relation.model, added, scope, context);
    const removed = [...now].filter((one) => !ids.includes(one));
    // The caller was never shown what is out of scope, and cannot have meant to remove it.
    const visible = await existing(registry, relation.model, removed, [], context);
    await removePivots(relation, owner, [...visible], context);
    await addPivots(relation, owner, added, context);
  }
}
