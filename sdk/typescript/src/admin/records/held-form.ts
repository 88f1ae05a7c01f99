import { sql } from 'kysely';
import type { Column, Value } from '../model/column.js';
import type { AdminContext } from '../model/context.js';
import type { Controller, Values } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import { selected, type Row } from '../sql/column-sql.js';
import { knownValue } from '../sql/stored-value.js';
import { columnsOf, keyParameter, ref } from '../sql/table-reference.js';
import type { Registry } from './registry.js';
import { existing } from './related-ids.js';
import type { WireColumnValue, WireRelationChange } from './write-values.js';

type Context = AdminContext<AnyTables>;

/**
 * What option providers and the scopes of relation fields see of a form that is written: the record as it is, and over it what
 * is written, belongs-to relations by their keys. A PUT carries only what changes, and what changes depends on the rest.
 *
 * @param known asked only where a provider or a scope will look at the form
 */
export async function writtenForm(
  { model, relations = {} }: Controller,
  write: { readonly values: readonly WireColumnValue[]; readonly relations: readonly WireRelationChange[] },
  values: Readonly<Values>,
  known: () => Promise<Readonly<Values>>,
): Promise<Values> {
  const isLookedAt =
    write.values.some(({ optionProvider }) => optionProvider !== '') ||
    write.relations.some(({ scope }) => scope !== null);
  if (!isLookedAt) return {};
  const form: Values = { ...(await known()), ...values };
  for (const { relation: name, ids } of write.relations) {
    const relation = relations[name];
    if (relation?.kind !== 'belongsTo') continue;
    form[relation.foreignKey] = keyValue(columnsOf(model).get(relation.foreignKey), ids[0]);
  }
  return form;
}

/** Every declared column of a record; null where the stored value does not fit its column. */
export async function recordValues(
  { engine }: Registry,
  { model }: Controller,
  id: string,
  { trx }: Context,
): Promise<Values> {
  const columns = [...columnsOf(model)];
  const row = (await trx
    .selectFrom(model.table)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${keyParameter(model, id)}`)
    .select(columns.map(([name, column]) => selected(engine, column, ref(model.table, name)).as(name)))
    .executeTakeFirst()) as Row | undefined;
  return Object.fromEntries(columns.map(([name, column]) => [name, knownValue(column, row?.[name])]));
}

/**
 * What a form holds that has not been written, as far as the caller may know of it: the key of a record out of the related
 * model's list scope is nothing chosen, or the choices that depend on it would tell of it.
 */
export async function visibleForm(
  registry: Registry,
  relations: NonNullable<Controller['relations']>,
  values: Readonly<Values>,
  context: Context,
): Promise<Values> {
  const form = { ...values };
  for (const relation of Object.values(relations)) {
    if (relation.kind !== 'belongsTo') continue;
    const key = form[relation.foreignKey];
    if (key === undefined || key === null) continue;
    const found = await existing(registry, relation.model, [String(key)], [], context);
    if (found.size === 0) form[relation.foreignKey] = null;
  }
  return form;
}

/** A key as a value of the column that holds it. */
export function keyValue(column: Column | undefined, id: string | undefined): Value {
  if (id === undefined) return null;
  if (column?.type !== 'integer' && column?.type !== 'bigint') return id;
  // What is no key is refused where the relation is held against what exists.
  if (!/^-?\d{1,19}$/.test(id)) return null;
  return column.type === 'integer' ? Number(id) : BigInt(id);
}
