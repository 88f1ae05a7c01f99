import { truncatedBytes } from '@gatehouse/proto/truncation';
import type { Expression, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Engine } from '../database/transactions.js';
import { parseDecimal } from '../model/column-values.js';
import type { Column, Value } from '../model/column.js';
import type { Model } from '../model/model.js';

/**
 * SQLite has no exact decimal numbers, so that a column of `stored: 'text'` keeps them as texts. This is a text for each of
 * them that sorts as the number does, of whatever length, and is equal for all spellings of one number: a sign, how long the
 * whole part is, and the digits. Those of a negative number are exchanged for letters that sort the other way round, and end
 * with a character that sorts after them all, since the longer one is the smaller one.
 */
export function decimalKey(decimal: string): string {
  const { isNegative = false, whole = '', fraction = '' } = parseDecimal(decimal) ?? {};
  const digits = `${whole}.${fraction}`;
  if (!isNegative) return `1${padded(whole.length)}${digits}`;
  return `0${padded(9999 - whole.length)}${digits.replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')}~`;
}

const LETTERS = 'JIHGFEDCBA';

function padded(length: number): string {
  return String(length).padStart(4, '0');
}

/** The same in SQL, for a column. */
export function decimalKeySql(column: unknown): RawBuilder<unknown> {
  const written = sql`ltrim(cast(${column} as text), '-')`;
  const point = sql`instr(${written} || '.', '.')`;
  const whole = sql`ltrim(substr(${written}, 1, ${point} - 1), '0')`;
  const digits = sql`${whole} || '.' || rtrim(substr(${written}, ${point} + 1), '0')`;
  const exchanged = [...LETTERS].reduce<RawBuilder<unknown>>(
    (sofar, letter, digit) => sql`replace(${sofar}, ${sql.lit(String(digit))}, ${sql.lit(letter)})`,
    digits,
  );
  return sql`case when cast(${column} as text) like '-%' and ${digits} <> '.' then '0' || printf('%04d', 9999 - length(${whole})) || ${exchanged} || '~' else '1' || printf('%04d', length(${whole})) || ${digits} end`;
}

/** A column of a table, quoted. */
export function ref(table: string, column: string): RawBuilder<unknown> {
  return sql.ref(`${table}.${column}`);
}

/** A table's name as PostgreSQL's to_regclass takes it. */
export function quotedTable(table: string): string {
  return table
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/** By name: what a request names is looked up here, never among an object's inherited members. */
export function columnsOf({ columns }: Pick<Model, 'columns'>): ReadonlyMap<string, Column> {
  let map = maps.get(columns);
  if (map === undefined) {
    map = new Map(Object.entries(columns as Readonly<Record<string, Column>>));
    maps.set(columns, map);
  }
  return map;
}

const maps = new WeakMap<object, ReadonlyMap<string, Column>>();

/** A declared column; what is not declared cannot be asked for. */
export function columnOf(model: Model, name: string, field: string): Column {
  const column = columnsOf(model).get(name);
  if (column === undefined) throw new InvalidField(field, 'is not a declared column');
  return column;
}

/** The key as text, in its one spelling. */
export function keyText(model: Model, table = model.table): RawBuilder<string> {
  return sql<string>`cast(${ref(table, model.primaryKey)} as text)`;
}

/** What PostgreSQL has for a column that is declared as a string. "text" stands for every type that takes any text. */
export type NativeType = 'text' | 'uuid' | 'integer' | 'other';

/** Whoever knows what the database has for the columns of the registered models. */
export interface KeyTypes {
  readonly nativeTypes: { of(table: string, column: string): NativeType };
}

/** A uuid in the one spelling that PostgreSQL writes. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/**
 * An id as the key's own type, or undefined for a text that cannot be one: an index on the key is used only when the key is
 * compared as what it is.
 */
export function keyParameter({ nativeTypes }: KeyTypes, model: Model, id: string): unknown {
  const { table, primaryKey } = model;
  const type = columnsOf(model).get(primaryKey)?.type;
  const native = nativeTypes.of(table, primaryKey);
  if (type !== 'integer' && type !== 'bigint' && native !== 'integer') {
    if (native === 'text') return id;
    if (native === 'uuid') return isUuid(id) ? id : undefined;
    const key = ref(table, primaryKey);
    return sql`(select ${key} from ${sql.table(table)} where cast(${key} as text) = ${id})`;
  }
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(id)) return undefined;
  const value = BigInt(id);
  if (value < -(2n ** 63n) || value >= 2n ** 63n) return undefined;
  // As 64 bits, whatever the column has: PostgreSQL refuses a parameter that the column's own type cannot hold.
  return sql`cast(${id} as bigint)`;
}

export function keyParameters(types: KeyTypes, model: Model, ids: readonly string[]): unknown[] {
  return ids.map((id) => keyParameter(types, model, id)).filter((key) => key !== undefined);
}

/** A column of a table, for the list of what is selected: in a form in which no driver rounds or reinterprets it. */
export function selected(engine: Engine, column: Column, reference: Expression<unknown>): RawBuilder<unknown> {
  switch (column.type) {
    case 'bigint':
    case 'decimal':
    case 'date':
    case 'time':
    case 'json':
      return sql`cast(${reference} as text)`;
    case 'timestamp':
      return engine === 'postgres' ? sql`extract(epoch from ${reference}) * 1000` : sql`${reference}`;
    case 'bool':
    case 'integer':
    case 'double':
    case 'string':
    case 'bytes':
      return sql`${reference}`;
  }
}

/** Types whose values may be long. */
export const CUT_TYPES: ReadonlySet<Column['type']> = new Set(['string', 'json', 'bytes']);

/**
 * A column for the list of what is selected, of a long value only a little more than `most` characters: the database need not
 * send what `storedCell` cuts off. Some values come whole all the same. 0: all of them.
 */
export function selectedBeginning(
  { engine, nativeTypes }: KeyTypes & { readonly engine: Engine },
  table: string,
  name: string,
  column: Column,
  most: number,
): RawBuilder<unknown> {
  const whole = selected(engine, column, ref(table, name));
  if (most === 0 || !CUT_TYPES.has(column.type)) return whole;
  if (column.type === 'bytes') return sql`substr(${whole}, 1, ${sql.lit(truncatedBytes(most) + 1)})`;
  const length = sql.lit(most + 1);
  // SQLite's functions take a NUL for the end of a text, and those of a blob count bytes.
  if (engine === 'sqlite') {
    return sql`case when typeof(${whole}) = 'text' and length(${whole}) > ${sql.lit(most)} then substr(${whole}, 1, ${length}) else ${whole} end`;
  }
  if (column.type === 'string' && nativeTypes.of(table, name) !== 'text') return whole;
  return sql`left(cast(${whole} as text), ${length})`;
}

/** What drivers give. */
export type RawValue = null | undefined | boolean | number | bigint | string | Date | Uint8Array;

/** A row of a query, by the names that it gave its columns. */
export type Row = Readonly<Record<string, RawValue>>;

/** A value as the driver takes it for the column, as what is written and what is compared with. */
export function parameterOf(engine: Engine, column: Column, value: Value): unknown {
  if (value instanceof Date) {
    if (engine === 'postgres') return value.toISOString();
    return column.stored === 'milliseconds' ? value.getTime() : value.toISOString();
  }
  if (typeof value === 'boolean') return engine === 'postgres' ? value : Number(value);
  // pg knows no bigint; SQLite's drivers do, and would round a large number.
  if (typeof value === 'bigint') return engine === 'postgres' ? String(value) : value;
  return value;
}

/**
 * A column, or a parameter for it, as what comparisons and orders go by. SQLite compares a text as a number only when told,
 * and then as a binary one; PostgreSQL takes a parameter for one of the column's type, which a larger number breaks.
 */
export function comparable(engine: Engine, { type, stored }: Column, expression: unknown): RawBuilder<unknown> {
  if (engine !== 'sqlite' || type !== 'decimal') return sql`${expression}`;
  return stored === 'text' ? decimalKeySql(expression) : sql`cast(${expression} as numeric)`;
}

export function comparableParameter(engine: Engine, column: Column, value: Value): RawBuilder<unknown> {
  const parameter = parameterOf(engine, column, value);
  if (engine === 'postgres' && column.type === 'integer') return sql`cast(${parameter} as bigint)`;
  // A column of type real does not take what is beyond its own range, not even to be compared with.
  if (engine === 'postgres' && column.type === 'double' && !isReal(Number(value))) {
    return sql`cast(${parameter} as double precision)`;
  }
  if (engine === 'sqlite' && column.type === 'decimal' && column.stored === 'text') {
    return sql`${decimalKey(String(value))}`;
  }
  return comparable(engine, column, parameter);
}

function isReal(value: number): boolean {
  const single = Math.fround(value);
  return Number.isFinite(single) && (single !== 0 || value === 0);
}

/** What every write adds to what it sets: whoever holds the record from before it learns of the conflict. */
export function raisedVersion({ table, version }: Model): Record<string, unknown> {
  return version === undefined ? {} : { [version]: sql`${ref(table, version)} + 1` };
}
