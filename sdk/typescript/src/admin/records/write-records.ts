import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { CompiledQuery } from 'kysely';
import { isOperationNodeSource, sql } from 'kysely';
import { isSameValue } from '../model/column-values.js';
import type { Controller, Values } from '../model/controller.js';
import { Invalid } from '../model/controller.js';
import type { Value } from '../model/column.js';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import type { Registry } from '../registry.js';
import type { Row } from '../sql/columns.js';
import { columnsOf, hasKey, keyParameter, keyText, ref, selected } from '../sql/columns.js';
import { idsAmong, scoped, scopedByBoth, subjectOf } from '../sql/scopes.js';
import { storedValue, UnfitValue } from '../sql/stored-value.js';
import { hasVersion, raisedVersion, selectedVersion, versionOf } from '../sql/versions.js';
import { parametersOf, recordValues, requireFit, requireOffered, valuesFrom, writtenForm } from './form-values.js';
import { changePivots, detach, planRelations } from './links.js';
import { hold, holdsOf } from './locks.js';
import { RecordChanged, RecordNotFound, writing } from './outcomes.js';
import { say } from '../model/write-texts.js';
import type { SentRecord } from './read-records.js';
import { readRecords, recordWithId } from './read-records.js';
import { sendable, tooLongWrite } from './record-size.js';

type Context = AdminContext<AnyTables>;

type Write = Pick<CreateRecordRequest__Output, 'values' | 'relations' | 'selection'>;

export async function createRecord(
  registry: Registry,
  controller: Controller,
  write: Write,
  context: Context,
): Promise<SentRecord> {
  const { model, hooks = {}, newRecord = {}, optionProviders = {} } = controller;
  const requested = valuesFrom(model, write.values);
  requireFit(registry.engine, model, requested, context);
  const values = { ...newRecord, ...requested };
  const form = await writtenForm(registry, controller, write, values, () => Promise.resolve({}), context);
  const inForm = { caller: context.caller, trx: context.trx, form };
  await requireOffered(model, write.values, optionProviders, form, context);
  await hold(registry, holdsOf(controller, undefined, write.relations), context);
  const plan = await planRelations(registry, controller, write.relations, undefined, inForm);
  Object.assign(values, plan.values);
  await hooks.beforeCreate?.(values, context);
  const row = { ...parametersOf(registry, model, values), ...plan.foreignKeys };
  const into = context.trx.insertInto(model.table);
  const insert = (Object.keys(row).length === 0 ? into.defaultValues() : into.values(row)).returning(
    keyText(model).as('gatehouse_id'),
  );
  const inserted = await writing(model, row, () => insert.executeTakeFirst());
  if (inserted === undefined) throw new Error(`a trigger kept a record of ${model.name} from being created`);
  const id = inserted.gatehouse_id;
  await changePivots(registry, plan, controller, id, context);
  await hooks.afterCreate?.(id, values, context);
  return writtenRecord(registry, controller, id, write, { values, isNew: true }, context);
}

/**
 * The writing statement compares the version: of two updates from one version, one finds nothing to update. An update
 * without changes writes nothing: no hook runs, and it conflicts with no concurrent edit.
 */
export async function updateRecord(
  registry: Registry,
  controller: Controller,
  id: string,
  write: Write & Pick<UpdateRecordRequest__Output, 'expectedVersion'>,
  context: Context,
): Promise<SentRecord> {
  const { model, hooks = {}, optionProviders = {} } = controller;
  const key = keyParameter(registry, model, id);
  const values = valuesFrom(model, write.values);
  // Lock the record before reading it, so that the comparison and the answer use its state at this write's turn.
  const held = await hold(registry, holdsOf(controller, id, write.relations), context);
  const read = { ...values };
  const current = key === undefined ? undefined : await currentRow(registry, controller, id, read, context);
  if (current?.['gatehouse_id'] !== id) throw new RecordNotFound();
  const version = versionOf(model, current);
  const now = () => recordById(registry, controller, id, write.selection, context);
  if (write.expectedVersion !== '' && write.expectedVersion !== version) throw new RecordChanged(await now());

  requireFit(registry.engine, model, values, context);
  const stored = () => recordValues(registry, controller, id, context);
  const form = await writtenForm(registry, controller, write, values, stored, context);
  const inForm = { caller: context.caller, trx: context.trx, form };
  await requireOffered(model, write.values, optionProviders, form, context);
  const linked = { id, foreignKey: (name: string) => keyNow(current, name) };
  const plan = await planRelations(registry, controller, write.relations, linked, inForm);
  const changesLinks = [plan.pivots, plan.foreignKeys, plan.values].some((of) => Object.keys(of).length > 0);
  if (!changesLinks && isHeld(controller, values, current)) return now();

  Object.assign(values, plan.values);
  await hooks.beforeUpdate?.(id, values, context);
  const changes = { ...parametersOf(registry, model, values), ...plan.foreignKeys };
  if (Object.keys(changes).length > 0 || model.version !== undefined) {
    const update = updateOf(registry, controller, { id, changes, expectedVersion: write.expectedVersion }, context);
    const { numAffectedRows = 0n } = await writing(model, changes, () => context.trx.executeQuery(update));
    if (numAffectedRows === 0n) {
      if (!held.holds(model)) throw new RecordChanged(await now());
      requireChanged(model, read, current, await currentRow(registry, controller, id, read, context));
    }
  }
  await changePivots(registry, plan, controller, id, context);
  await hooks.afterUpdate?.(id, values, context);
  return writtenRecord(registry, controller, id, write, { values, isNew: false }, context);
}

/**
 * Deletes all of the records, or throws an outcome and deletes none. Both the list scope and the form scope apply,
 * whichever of them the request names. Also deletes their links in pivot tables: a record's own links before it, because
 * they are part of it; links that lead to it after it, so that a foreign key can still forbid the deletion.
 */
export async function deleteRecords(
  registry: Registry,
  controller: Controller,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  const { model, hooks = {} } = controller;
  const keys = ids.map((id) => keyParameter(registry, model, id));
  if (keys.includes(undefined)) throw new RecordNotFound();
  const held = await hold(registry, [{ model, ids, as: 'written' }], context);
  const existing = () => idsAmong(model, scopedByBoth(controller, context), keys);
  const found = await existing();
  if (!ids.every((id) => found.has(id))) throw new RecordNotFound();
  for (const id of ids) await hooks.beforeDelete?.(id, context);
  const { own, related } = registry.pivotColumnsOf(model);
  await detach(own, keys, context);
  const removal = context.trx.deleteFrom(model.table).where(hasKey(model, keys));
  const { numDeletedRows } = await writing(model, {}, () => removal.executeTakeFirst());
  if (Number(numDeletedRows) < ids.length) {
    // Another transaction was faster.
    if (!held.holds(model)) throw new RecordNotFound();
    // A trigger may keep rows that it takes out of the scope, or remove those of a view, which SQLite does not count.
    if ((await existing()).size > 0)
      throw new Error(`a trigger or a policy kept a record of ${model.name} from being deleted`);
  }
  await detach(related, keys, context);
  for (const id of ids) await hooks.afterDelete?.(id, context);
}

/**
 * The record after a write, before the commit. The write must be readable: it rolls back if the database, a hook or a
 * trigger turned a value into one that does not fit its column.
 */
async function writtenRecord(
  registry: Registry,
  controller: Controller,
  id: string,
  { values: requested, selection }: Write,
  { values, isNew }: { readonly values: Readonly<Values>; readonly isNew: boolean },
  context: Context,
): Promise<SentRecord> {
  const { columns = [], relations = [], maxRelatedText = 0 } = selection ?? {};
  const known = columnsOf(controller.model);
  const others = Object.keys(values).filter((name) => known.has(name) && !columns.includes(name));
  const all = { columns: [...columns, ...others], relations, maxText: 0, maxRelatedText };
  const record = await wholeRecordById(registry, controller, id, all, context);
  // Hooks and defaults of a new record wrote the others.
  const written = new Set(isNew ? all.columns : Object.keys(values));
  const tooLong = tooLongWrite(all.columns, record.cells, written, record.relations);
  if (tooLong !== undefined) throw unreadableFault([tooLong], 'tooLong', requested, context);
  const unreadable = all.columns.filter(
    (name, index) => name in values && record.cells[index]?.invalidValue !== undefined,
  );
  if (unreadable.length > 0) throw unreadableFault(unreadable, 'unfit', requested, context);
  return sendable({ ...record, cells: record.cells.slice(0, columns.length) });
}

function unreadableFault(
  names: readonly string[],
  why: 'unfit' | 'tooLong',
  requested: Write['values'],
  { caller }: Context,
): Error {
  if (!names.every((name) => requested.some(({ column }) => column === name))) {
    return new TypeError(`a hook or a default wrote a value that cannot be read back to ${names.join(', ')}`);
  }
  return new Invalid(Object.fromEntries(names.map((name) => [name, [say(why, caller.locale)]])));
}

/** The current record, even if the write has moved it out of scope. */
async function recordById(
  registry: Registry,
  controller: Controller,
  id: string,
  selection: AdminSelection__Output | null,
  context: Context,
): Promise<SentRecord> {
  return sendable(await wholeRecordById(registry, controller, id, selection, context));
}

async function wholeRecordById(
  registry: Registry,
  controller: Controller,
  id: string,
  selection: AdminSelection__Output | null,
  context: Context,
): Promise<SentRecord> {
  const base = context.trx.selectFrom(controller.model.table);
  const query = recordWithId(registry, controller.model, base, id);
  if (query === undefined) throw new RecordNotFound();
  const [record] = await readRecords(registry, subjectOf(registry, controller, context), query, selection, context);
  if (record === undefined) throw new RecordNotFound();
  return record;
}

/** The record's key, version and foreign keys, and its values of the columns to write. */
async function currentRow(
  registry: Registry,
  controller: Controller,
  id: string,
  values: Readonly<Values>,
  context: Context,
): Promise<Row | undefined> {
  const { model, relations = {} } = controller;
  const keys = Object.entries(relations).flatMap(([name, relation]) =>
    relation.kind === 'belongsTo'
      ? [sql`cast(${ref(model.table, relation.foreignKey)} as text)`.as(`key_${name}`)]
      : [],
  );
  const written = [...columnsOf(model)].filter(([name]) => Object.hasOwn(values, name));
  const { name } = subjectOf(registry, controller, context);
  const [row] = await registry.queries.rows(context, {
    base: scoped(controller, 'form', context),
    shape: JSON.stringify([name, 'current', written.map(([column]) => column)]),
    parameters: { id },
    build: (all, given) =>
      all
        .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${keyParameter(registry, model, id, given.id)}`)
        .select([
          keyText(model).as('gatehouse_id'),
          ...selectedVersion(model),
          ...keys,
          ...written.map(([column, of]) => selected(registry, model.table, column, of).as(`value_${column}`)),
        ])
        .limit(sql.lit(1)),
  });
  return row;
}

interface Change {
  readonly id: string;
  /** By column; a foreign key may be an expression. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly expectedVersion: string;
}

/** Finds the record only while it has the expected version. */
function updateOf(registry: Registry, controller: Controller, change: Change, context: Context): CompiledQuery {
  const { model } = controller;
  const { id, changes, expectedVersion } = change;
  const columns = Object.keys(changes);
  const comparesVersion = hasVersion(model, expectedVersion) !== undefined;
  const isPlain = !Object.values(changes).some((value) => isOperationNodeSource(value));
  const { name } = subjectOf(registry, controller, context);
  return registry.queries.statement({
    shape: isPlain ? JSON.stringify([name, 'update', columns, comparesVersion]) : undefined,
    parameters: [id, expectedVersion, ...Object.values(changes)],
    build: (given: readonly unknown[]) => {
      const set = Object.fromEntries(columns.map((column, index) => [column, given[index + 2]]));
      const update = context.trx
        .updateTable(model.table)
        .set({ ...set, ...raisedVersion(model) })
        .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${keyParameter(registry, model, id, given[0])}`);
      const isUnchanged = hasVersion(model, expectedVersion, given[1]);
      return isUnchanged === undefined ? update : update.where(isUnchanged);
    },
  });
}

function keyNow(row: Row, relation: string): string | undefined {
  const key = row[`key_${relation}`];
  return typeof key === 'string' ? key : undefined;
}

/**
 * For an update of a record that no other transaction could change, and of which the database counts no row: a trigger kept the
 * row as it was, or wrote other tables in its place, which SQLite does not count.
 */
function requireChanged(model: Model, values: Readonly<Values>, before: Row, after: Row | undefined): void {
  const differing = Object.entries(values).filter(([name, value]) => !hasValue(model, name, value, before));
  const isKept = differing.every(([name]) => before[`value_${name}`] === after?.[`value_${name}`]);
  if (differing.length > 0 && isKept)
    throw new Error(`a trigger, a policy or a hook kept a record of ${model.name} from being changed`);
}

function isHeld({ model }: Controller, values: Readonly<Values>, row: Row): boolean {
  return Object.entries(values).every(([name, value]) => hasValue(model, name, value, row));
}

function hasValue(model: Model, name: string, value: Value, row: Row): boolean {
  const column = columnsOf(model).get(name);
  if (column === undefined) return false;
  const held = storedValue(column, row[`value_${name}`]);
  return !(held instanceof UnfitValue) && isSameValue(column, held, value);
}
