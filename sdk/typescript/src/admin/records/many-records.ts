import type { AdminMatching__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { WalkRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/WalkRecordsRequest';
import { toRecordColumns } from '@gatehouse/proto/record-columns';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { present } from '../../wire/fields.js';
import type { Controller } from '../model/controller.js';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import type { Registry } from '../registry.js';
import type { Row } from '../sql/columns.js';
import { columnOf, columnsOf, hasKey, keyParameter, keyParameters, keyText, ref, valueSql } from '../sql/columns.js';
import type { ModelQuery } from '../sql/scopes.js';
import { isAmong, scoped, scopedByBoth, subjectOf, withChosenScopes } from '../sql/scopes.js';
import { isRepeated, matchingQuery } from './list-page.js';
import { hold } from './locks.js';
import { RecordNotFound } from './outcomes.js';
import { idOf, readRecords } from './read-records.js';
import { sendableTogether } from './record-size.js';
import { deleteRecords } from './write-records.js';

type Context = AdminContext<AnyTables>;

/** Characters of a name in the contract. */
const MAX_LABEL = 200;

/** The records after a key, in the order of their keys, from which the caller selects columns. */
interface Continuation {
  readonly after: string;
  readonly limit: number;
}

/**
 * Continues after a key. A parameter can be compared with a key that is a number, a text or a uuid; any other is compared as
 * a text, because its record may be gone, and with it the value to compare with.
 */
function continuing(registry: Registry, model: Model, after: string) {
  const type = columnsOf(model).get(model.primaryKey)?.type;
  const isNumber = type === 'integer' || type === 'bigint';
  const isOther = !isNumber && registry.nativeTypes.of(model.table, model.primaryKey) === 'other';
  const key: RawBuilder<unknown> = isOther ? keyText(model) : ref(model.table, model.primaryKey);
  // A text that cannot be a key comes before no record.
  const starts = after === '' ? 'first' : keyParameter(registry, model, after) !== undefined ? 'after' : 'never';
  const begun = (records: ModelQuery, given: string): ModelQuery => {
    if (starts === 'first') return records;
    if (starts === 'never') return records.where(sql<boolean>`1 = 0`);
    const parameter = isOther ? given : keyParameter(registry, model, after, given);
    return records.where(sql<boolean>`${key} > ${parameter}`);
  };
  return {
    starts,
    next: (records: ModelQuery, given: Continuation): ModelQuery =>
      begun(records, given.after)
        .orderBy(key, 'asc')
        .limit(sql<number>`cast(${given.limit} as integer)`),
  };
}

/** The next records of a scope. Reads one more than it returns, to know whether any follow. */
export async function walkRecords(
  registry: Registry,
  controller: Controller,
  { matching: sent, selection, after, limit, scope: asked }: WalkRecordsRequest__Output,
  context: Context,
): Promise<RecordPage> {
  const { model } = controller;
  const matching = present(sent);
  const scope = asked === 'ADMIN_SCOPE_FORM' ? 'form' : 'list';
  const subject = subjectOf(registry, controller, context);
  const narrowed = await matchingQuery(registry, subject, matching, context);
  const { starts, next } = continuing(registry, model, after);
  const all = scoped(controller, scope, context);
  const { query: base } = await withChosenScopes(registry, all, model, matching.scopes, context);
  const walk = {
    base,
    shape: isRepeated(subject, { ...matching, sorts: [] })
      ? JSON.stringify(['walk', scope, starts, matching.conditions])
      : undefined,
    parameters: { after, limit: limit + 1 },
    mayJoin: false,
    narrow: (records: ModelQuery, given: Continuation) => next(narrowed(records), given),
  };
  const read = await readRecords(registry, subject, walk, selection, context);
  const records = sendableTogether(read.slice(0, limit));
  return {
    ...(records.length > 0 && { columns: toRecordColumns(records) }),
    hasMore: records.length < read.length,
  };
}

/** A record to act on, with its name. */
export interface Target {
  readonly id: string;
  readonly label: string;
}

/** The next records that match within the list scope, and whether any follow. */
export async function nextMatching(
  registry: Registry,
  controller: Controller,
  matching: AdminMatching__Output,
  { after, limit }: Continuation,
  labelColumn: string,
  context: Context,
): Promise<{ readonly targets: readonly Target[]; readonly hasMore: boolean }> {
  const { query: listed } = await listedMatching(registry, controller, matching, context);
  const { next } = continuing(registry, controller.model, after);
  const rows = await labeled(registry, controller.model, next(listed, { after, limit: limit + 1 }), labelColumn);
  return { targets: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The records with these ids, in their order; without a name if they are not within the list scope. */
export async function namedRecords(
  registry: Registry,
  controller: Controller,
  ids: readonly string[],
  labelColumn: string,
  context: Context,
): Promise<readonly Target[]> {
  const { model } = controller;
  const keys = keyParameters(registry, model, ids);
  const listed = scoped(controller, 'list', context);
  const found = keys.length === 0 ? [] : await labeled(registry, model, listed.where(hasKey(model, keys)), labelColumn);
  const labels = new Map(found.map(({ id, label }) => [id, label]));
  return ids.map((id) => ({ id, label: labels.get(id) ?? '' }));
}

async function labeled(
  registry: Registry,
  model: Model,
  records: ModelQuery,
  labelColumn: string,
): Promise<readonly Target[]> {
  const label = labelColumn === '' ? sql`null` : labelSql(registry, model, labelColumn);
  const rows = (await records
    .select([keyText(model).as('gatehouse_id'), sql`substr(${label}, 1, ${sql.lit(MAX_LABEL)})`.as('gatehouse_label')])
    .execute()) as unknown as Row[];
  return rows.map((row) => ({ id: idOf(row, model), label: String(row['gatehouse_label'] ?? '') }));
}

/** A blob has no label: its bytes need not be a text. */
function labelSql({ engine }: Registry, model: Model, name: string): RawBuilder<unknown> {
  const value = valueSql(columnOf(model, name, 'label_column'), model.table, name);
  const text = sql`cast(${value} as text)`;
  return engine === 'postgres' ? text : sql`case when typeof(${value}) <> 'blob' then ${text} end`;
}

async function listedMatching(
  registry: Registry,
  controller: Controller,
  matching: AdminMatching__Output,
  context: Context,
): Promise<{ readonly query: ModelQuery }> {
  const narrowed = await matchingQuery(registry, subjectOf(registry, controller, context), matching, context);
  const all = scoped(controller, 'list', context);
  const { query } = await withChosenScopes(registry, all, controller.model, matching.scopes, context);
  return { query: narrowed(query) };
}

/** An act on a record: an action of the application, which may return a message, or a deletion. */
export type Act = { readonly kind: 'delete' } | { readonly kind: 'action'; readonly name: string };

/**
 * Acts on one record, in the transaction of the context. Returns undefined if it no longer matches. Throws an outcome if it
 * is not within both scopes, or if a hook or the action refuses.
 *
 * @param matching absent for a record that was chosen by its id
 */
export async function actOn(
  registry: Registry,
  controller: Controller,
  id: string,
  act: Act,
  matching: AdminMatching__Output | undefined,
  context: Context,
): Promise<{ readonly message: string } | undefined> {
  const { model, actions = {} } = controller;
  // Held, so that it still matches when the act changes it.
  await hold(registry, [{ model, ids: [id], as: 'written' }], context);
  if (matching !== undefined) {
    const { query } = await listedMatching(registry, controller, matching, context);
    if (!(await isAmong(registry, model, query, id))) return undefined;
  }
  if (act.kind === 'delete') {
    await deleteRecords(registry, controller, [id], context);
    return { message: '' };
  }
  if (!(await isAmong(registry, model, scopedByBoth(controller, context), id))) throw new RecordNotFound();
  const { message = '' } = (await actions[act.name]?.run({ recordId: id, values: {} }, context)) ?? {};
  return { message };
}
