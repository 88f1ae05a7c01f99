import type { ColumnValue__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ColumnValue';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { FormValue__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FormValue';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import { columnValueFrom } from '../cell.js';
import type { Engine } from '../database/transactions.js';
import { canBeShown, fits, isExactInSqlite } from '../model/column-values.js';
import type { Column, Value } from '../model/column.js';
import { isComputed } from '../model/computed.js';
import type { Controller, OptionProvider, Values } from '../model/controller.js';
import { Invalid } from '../model/controller.js';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import type { Registry } from '../registry.js';
import type { Row } from '../sql/columns.js';
import { columnsOf, integerKey, keyParameter, parameterOf, ref, selected } from '../sql/columns.js';
import { existing } from '../sql/scopes.js';
import { knownValue } from '../sql/stored-value.js';
import { say } from '../model/write-texts.js';

/** The values of a request by column. */
export function valuesFrom(model: Pick<Model, 'columns'>, sent: readonly FormValue__Output[]): Values {
  return Object.fromEntries(
    sent.map(({ column: name, value }) => {
      const column = columnsOf(model).get(name);
      if (column === undefined) throw new InvalidField('values.column', 'is not a declared column');
      return [name, columnValueFrom(column, value)];
    }),
  );
}

/** The unsaved values of a form by column. Throws InvalidField for one that no column of the type can have. */
export function formValuesFrom(model: Pick<Model, 'columns'>, sent: readonly FormValue__Output[]): Values {
  const values = Object.entries(valuesFrom(model, sent)).map(([name, value]): [string, Value] => {
    const column = columnsOf(model).get(name);
    const known = column === undefined ? value : asNumberOf(column, value);
    if (column !== undefined && !canBeShown(column, known)) {
      throw new InvalidField('values.value', `is not a value of a column of the type ${column.type}`);
    }
    return [name, known];
  });
  return Object.fromEntries(values);
}

/** An integer is a value of every column of numbers. */
function asNumberOf({ type }: Column, value: Value): Value {
  if (typeof value !== 'bigint') return value;
  return type === 'double' ? Number(value) : type === 'decimal' ? String(value) : value;
}

/**
 * Throws Invalid for values that do not fit their columns. Gatehouse has validated them against the registration, but
 * cannot know how the database stores them. Values from hooks are not checked here: the write is read back before the
 * commit.
 */
export function requireFit(
  engine: Engine,
  model: Pick<Model, 'columns'>,
  values: Readonly<Values>,
  { caller }: AdminContext<AnyTables>,
): void {
  const problems = Object.entries(values).flatMap(([name, value]): [string, string[]][] => {
    const column = columnsOf(model).get(name);
    if (column === undefined) return [];
    if (!fits(column, value)) return [[name, [say('unfit', caller.locale)]]];
    return isExact(engine, column, value) ? [] : [[name, [say('digits', caller.locale)]]];
  });
  if (problems.length > 0) throw new Invalid(Object.fromEntries(problems));
}

/** SQLite silently rounds a decimal with more digits than a binary number holds. */
function isExact(engine: Engine, { type, stored }: Column, value: Value): boolean {
  return (
    engine !== 'sqlite' || type !== 'decimal' || stored === 'text' || value === null || isExactInSqlite(String(value))
  );
}

/** Throws Invalid for a value that the field's provider does not offer to the caller for these form values. */
export async function requireOffered(
  model: Pick<Model, 'columns'>,
  sent: readonly ColumnValue__Output[],
  providers: Readonly<Record<string, OptionProvider<AnyTables>>>,
  form: Readonly<Values>,
  context: AdminContext<AnyTables>,
): Promise<void> {
  for (const { column, optionProvider } of sent) {
    if (optionProvider === '') continue;
    const offered = new Set<string | undefined>(
      (await choicesOf(providers, optionProvider, form, context)).map(({ value }) => value),
    );
    const chosen = chosenIn(columnsOf(model).get(column)?.type === 'json', form[column]);
    if (chosen.every((value) => offered.has(value))) continue;
    throw new Invalid({ [column]: [say('notOffered', context.caller.locale)] });
  }
}

/** A json column stores the list of a checkboxlist. An item that is no scalar is no choice, whatever its text would be. */
function chosenIn(isJson: boolean, value: Value | undefined): readonly (string | undefined)[] {
  if (value === undefined || value === null || value === '') return [];
  if (!isJson) return [String(value)];
  const read: unknown = JSON.parse(String(value));
  return (Array.isArray(read) ? read : [read]).map((item: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof item) ? String(item) : undefined,
  );
}

export async function choicesOf(
  providers: Readonly<Record<string, OptionProvider<AnyTables>>>,
  name: string,
  values: Readonly<Values>,
  context: AdminContext<AnyTables>,
) {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider === undefined) throw new InvalidField('option_provider', 'is not a registered option provider');
  return provider({ values }, context);
}

/**
 * Values in the form that the driver expects. Columns that a hook added must be declared as well, or hidden. A hook that sets a
 * value to undefined leaves its column out.
 */
export function parametersOf(registry: Registry, model: Model, values: Readonly<Values>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries<Value | undefined>(values).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined) return [];
      const column = hiddenOf(model, name) ?? columnsOf(model).get(name);
      if (column === undefined || isComputed(column)) {
        throw new TypeError(
          `a hook sets ${name}, which is no column of ${model.name} that the admin backend can write`,
        );
      }
      if (!isValue(value)) {
        const given = Array.isArray(value) ? 'array' : typeof value;
        throw new TypeError(
          `a hook sets ${name} of ${model.name} to a value of the type ${given}, which no column takes`,
        );
      }
      if (value instanceof Date && !canBeShown(column, value)) {
        throw new TypeError(`a hook set ${name} to a time outside the years 1 to 9999`);
      }
      if (isAltered(value)) {
        throw new TypeError(`a hook sets ${name} to no finite number, or to a text with a NUL or half a character`);
      }
      if (!isExact(registry.engine, column, value)) {
        throw new TypeError(
          `a hook set ${name} to a decimal that SQLite would round; declare the column with stored: 'text'`,
        );
      }
      return [[name, parameterOf(registry.engine, column, value)]];
    }),
  );
}

/** Drivers turn other values into texts, each in its own way, and Kysely calls functions. */
function isValue(value: unknown): boolean {
  if (typeof value === 'object') return value === null || value instanceof Date || value instanceof Uint8Array;
  return typeof value !== 'function' && typeof value !== 'symbol';
}

function hiddenOf({ hidden = {} }: Model, name: string): Column | undefined {
  return Object.hasOwn(hidden, name) ? hidden[name] : undefined;
}

/** Values that drivers silently change: SQLite cuts a text at a NUL, and stores NaN as null. */
export function isAltered(value: Value | undefined): boolean {
  return typeof value === 'number' ? !Number.isFinite(value) : typeof value === 'string' && /[\0\p{Cs}]/u.test(value);
}

type Context = AdminContext<AnyTables>;

/**
 * The form values that option providers and the scopes of relation fields see during a write: the current record,
 * overlaid with the written values, belongs-to relations by their keys, as far as the caller may see them. A PUT carries only
 * the changes, but their validation depends on the other values.
 *
 * @param known called only if a provider or a scope will use the form
 */
export async function writtenForm(
  registry: Registry,
  { model, relations = {} }: Controller,
  write: Pick<CreateRecordRequest__Output, 'values' | 'relations'>,
  values: Readonly<Values>,
  known: () => Promise<Readonly<Values>>,
  context: Context,
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
  return visibleForm(registry, relations, form, context);
}

/** Every declared column of a record; null where the stored value does not fit its column. */
export async function recordValues(
  registry: Registry,
  { model }: Controller,
  id: string,
  { trx }: Context,
): Promise<Values> {
  const columns = [...columnsOf(model)];
  const row = (await trx
    .selectFrom(model.table)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${keyParameter(registry, model, id)}`)
    .select(columns.map(([name, column]) => selected(registry, model.table, name, column).as(name)))
    .executeTakeFirst()) as Row | undefined;
  return Object.fromEntries(columns.map(([name, column]) => [name, knownValue(column, row?.[name])]));
}

/**
 * The values of a form, as far as the caller may see them: the key of a record outside of the related model's list scope
 * counts as not chosen. Otherwise the choices that depend on it, or the error of a write, would reveal the record.
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

/** A key as a value of its column. */
export function keyValue(column: Column | undefined, id: string | undefined): Value {
  if (id === undefined) return null;
  if (column?.type !== 'integer' && column?.type !== 'bigint') return id;
  // The check of the relation rejects a value that is not a key.
  const key = integerKey(id);
  if (key === undefined) return null;
  return column.type === 'integer' ? Number(key) : key;
}
