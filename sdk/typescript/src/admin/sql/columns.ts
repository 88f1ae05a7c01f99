import { truncatedBytes } from '@gatehouse/proto/truncation';
import type { Expression, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Engine } from '../database/transactions.js';
import { isInt64, parseDecimal, plainTime } from '../model/column-values.js';
import type { Column, Value } from '../model/column.js';
import type { ComputedColumn } from '../model/computed.js';
import { hasParameters, isComputed } from '../model/computed.js';
import type { Model } from '../model/model.js';

/**
 * SQLite has no exact decimal numbers, so a column with `stored: 'text'` stores them as texts. This returns a text that
 * sorts like the number, of any length, and is equal for all spellings of one number: a sign, the length of the whole
 * part, and the digits. The digits of a negative number are replaced by letters that sort in reverse, and end with a
 * character that sorts after all of them, because the longer number is the smaller one.
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

/** A table's name in the form that PostgreSQL's to_regclass expects. */
export function quotedTable(table: string): string {
  return table
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/** By name, as a Map: a name from a request must never reach an object's inherited members. */
export function columnsOf(of: Pick<Model, 'columns' | 'computed'>): ReadonlyMap<string, Column> {
  const { columns, computed = {} } = of;
  const owner = of.computed ?? columns;
  let map = maps.get(owner);
  if (map === undefined) {
    checkComputed(columns, computed);
    map = new Map(Object.entries({ ...(columns as Readonly<Record<string, Column>>), ...computed }));
    maps.set(owner, map);
  }
  return map;
}

function checkComputed(columns: object, computed: Readonly<Record<string, ComputedColumn>>): void {
  for (const [name, { expression }] of Object.entries(computed)) {
    if (Object.hasOwn(columns, name)) throw new Error(`the computed column ${name} is also a column of the table`);
    if (hasParameters(expression((column) => ref('t', column)))) {
      throw new Error(`the computed column ${name} has parameters; write constants with sql.lit`);
    }
  }
}

/** The value of a column in the table or under an alias: the column itself, or what it computes. */
export function valueSql(column: Column, table: string, name: string): RawBuilder<unknown> {
  return isComputed(column) ? sql`(${column.expression((other) => ref(table, other))})` : ref(table, name);
}

const maps = new WeakMap<object, ReadonlyMap<string, Column>>();

/** A declared column. Throws for any other name. */
export function columnOf(model: Model, name: string, field: string): Column {
  const column = columnsOf(model).get(name);
  if (column === undefined) throw new InvalidField(field, 'is not a declared column');
  return column;
}

/** The key as text, in its only spelling. */
export function keyText(model: Model, table = model.table): RawBuilder<string> {
  return sql<string>`cast(${ref(table, model.primaryKey)} as text)`;
}

/** Whether the key is one of these, each in the form of keyParameter. */
export function hasKey(model: Model, keys: readonly unknown[]): RawBuilder<boolean> {
  if (keys.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${ref(model.table, model.primaryKey)} in (${sql.join(keys)})`;
}

/** Databases take 32,766 parameters in a statement, or some more. A record may have more links than that. */
const MOST_KEYS = 10_000;

export function partsOf(keys: readonly unknown[]): readonly (readonly unknown[])[] {
  const count = Math.ceil(keys.length / MOST_KEYS);
  return Array.from({ length: count }, (_, index) => keys.slice(index * MOST_KEYS, (index + 1) * MOST_KEYS));
}

/** Whether the text is one of these, letter for letter, whatever the collation of its column, which a cast keeps. */
export function isTextOneOf(
  engine: Engine,
  expression: RawBuilder<unknown>,
  texts: readonly string[],
): RawBuilder<boolean> {
  // No text of PostgreSQL has a NUL, not even one to compare with.
  const wanted = texts.filter((text) => engine === 'sqlite' || !text.includes('\0'));
  if (wanted.length === 0) return sql<boolean>`1 = 0`;
  const collation = sql.raw(engine === 'sqlite' ? 'binary' : '"C"');
  return sql<boolean>`cast(${expression} as text) collate ${collation} in (${sql.join(wanted)})`;
}

/** The PostgreSQL type of a column that is declared as a string. "text" means any type that accepts all texts. */
export type NativeType = 'text' | 'uuid' | 'integer' | 'other';

/** Looks up the database types of the columns of the registered models. */
export interface KeyTypes {
  readonly nativeTypes: {
    of(table: string, column: string): NativeType;
    isPadded(table: string, column: string): boolean;
    hasOrder(table: string, column: string): boolean;
  };
}

/** For queries that read or sort by columns. */
export type ColumnTypes = KeyTypes & { readonly engine: Engine };

/** A uuid in PostgreSQL's spelling. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/** The key of a record in an integer column; undefined for a text that is none, and for another spelling of one. */
export function integerKey(id: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(id)) return undefined;
  const value = BigInt(id);
  return isInt64(value) ? value : undefined;
}

/**
 * An id in the key's own type, or undefined for a text that cannot be one. The database uses an index on the key only for
 * comparisons in the key's type.
 *
 * @param given the parameter that stands for the id in the query
 */
export function keyParameter({ nativeTypes }: KeyTypes, model: Model, id: string, given: unknown = id): unknown {
  const { table, primaryKey } = model;
  if (!hasIntegerKey({ nativeTypes }, model)) {
    const native = nativeTypes.of(table, primaryKey);
    // No text of PostgreSQL has a NUL, not even one to compare with.
    if (id.includes('\0')) return undefined;
    if (native === 'text') return given;
    if (native === 'uuid') return isUuid(id) ? given : undefined;
    const key = ref(table, primaryKey);
    return sql`(select ${key} from ${sql.table(table)} where cast(${key} as text) = ${given})`;
  }
  if (integerKey(id) === undefined) return undefined;
  // As 64 bits, whatever the column's type: PostgreSQL rejects a parameter that does not fit the column's own type.
  return sql`cast(${given} as bigint)`;
}

export function hasIntegerKey({ nativeTypes }: KeyTypes, model: Model): boolean {
  const { table, primaryKey } = model;
  const type = columnsOf(model).get(primaryKey)?.type;
  return type === 'integer' || type === 'bigint' || nativeTypes.of(table, primaryKey) === 'integer';
}

export function keyParameters(types: KeyTypes, model: Model, ids: readonly string[]): unknown[] {
  return ids.map((id) => keyParameter(types, model, id)).filter((key) => key !== undefined);
}

/**
 * On SQLite: a cast takes the bytes of a blob for a text, whatever they are, and libsql ends the process at a text that is not
 * UTF-8. SQLite's own JSONB is such a blob.
 */
function textOrBlob(reference: Expression<unknown>): RawBuilder<unknown> {
  return sql`case typeof(${reference}) when 'blob' then ${reference} else cast(${reference} as text) end`;
}

/**
 * A column of a table for the select list, in a form that no driver rounds or reinterprets.
 *
 * @param alias the table's name in the query
 */
export function selected(
  { engine, nativeTypes }: ColumnTypes,
  table: string,
  name: string,
  column: Column,
  alias = table,
): RawBuilder<unknown> {
  const reference = valueSql(column, alias, name);
  switch (column.type) {
    case 'bigint':
    case 'decimal':
    case 'date':
    case 'time':
    case 'json':
      return engine === 'postgres' || isComputed(column) ? sql`cast(${reference} as text)` : textOrBlob(reference);
    case 'timestamp':
      return engine === 'postgres' ? sql`extract(epoch from ${reference}) * 1000` : reference;
    case 'string':
      return nativeTypes.isPadded(table, name) ? sql`cast(${reference} as text)` : reference;
    case 'bool':
    case 'integer':
    case 'double':
    case 'bytes':
      return reference;
  }
}

/** Types whose values may be long. */
export const CUT_TYPES: ReadonlySet<Column['type']> = new Set(['string', 'json', 'bytes']);

/**
 * Selects a column, with only a little more than `most` characters of a long value, so that the database does not send what
 * `storedCell` cuts off. Some values still come whole. 0: all values come whole.
 *
 * @param alias the table's name in the query
 */
export function selectedBeginning(
  types: ColumnTypes,
  table: string,
  name: string,
  column: Column,
  most: number,
  alias = table,
): RawBuilder<unknown> {
  const whole = selected(types, table, name, column, alias);
  if (most === 0 || !CUT_TYPES.has(column.type)) return whole;
  if (column.type === 'bytes') return sql`substr(${whole}, 1, ${sql.lit(truncatedBytes(most) + 1)})`;
  const length = sql.lit(most + 1);
  // SQLite's functions take a NUL for the end of a text, and those of a blob count bytes.
  if (types.engine === 'sqlite') {
    return sql`case when typeof(${whole}) = 'text' and length(${whole}) > ${sql.lit(most)} then substr(${whole}, 1, ${length}) else ${whole} end`;
  }
  if (column.type === 'string' && types.nativeTypes.of(table, name) !== 'text') return whole;
  return sql`left(cast(${whole} as text), ${length})`;
}

/** A value as drivers return it. */
export type RawValue = null | undefined | boolean | number | bigint | string | Date | Uint8Array;

/** A row of a query, by the query's column names. */
export type Row = Readonly<Record<string, RawValue>>;

/** A value in the form that the driver expects for the column, for writes and comparisons. */
export function parameterOf(engine: Engine, column: Column, value: Value): unknown {
  if (value instanceof Date) {
    if (engine === 'postgres') return value.toISOString();
    return column.stored === 'milliseconds' ? value.getTime() : value.toISOString();
  }
  if (typeof value === 'boolean') return engine === 'postgres' ? value : Number(value);
  // SQLite compares times as texts.
  if (column.type === 'time' && typeof value === 'string') return plainTime(value);
  // pg does not support bigint. SQLite's drivers do, and would round a large number.
  if (typeof value === 'bigint') return engine === 'postgres' ? String(value) : value;
  return value;
}

/**
 * A column, or a parameter for it, in the form for comparing and sorting. SQLite compares a text as a number only after a
 * cast, and then as a binary number. PostgreSQL assumes that a parameter has the column's type, and fails on a larger
 * number.
 */
export function comparable(engine: Engine, { type, stored }: Column, expression: unknown): RawBuilder<unknown> {
  if (engine !== 'sqlite' || type !== 'decimal') return sql`${expression}`;
  return stored === 'text' ? decimalKeySql(expression) : sql`cast(${expression} as numeric)`;
}

/**
 * A column of a table in the form for sorting. PostgreSQL sorts some types only by their text, as SQLite does.
 *
 * @param alias the table's name in the query
 */
export function sortable(
  { engine, nativeTypes }: ColumnTypes,
  table: string,
  name: string,
  column: Column,
  alias = table,
): RawBuilder<unknown> {
  const value = valueSql(column, alias, name);
  return nativeTypes.hasOrder(table, name) ? comparable(engine, column, value) : sql`cast(${value} as text)`;
}

export function comparableParameter(engine: Engine, column: Column, value: Value): RawBuilder<unknown> {
  const parameter = parameterOf(engine, column, value);
  if (engine === 'postgres' && column.type === 'integer') return sql`cast(${parameter} as bigint)`;
  // A column of type real rejects a value beyond its range, even in a comparison.
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
