import type { Expression, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Column, Value } from '../model/column.js';
import type { Engine } from '../database.js';
import { decimalKey, decimalKeySql } from './decimal-key.js';

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
  if (engine === 'sqlite' && column.type === 'decimal' && column.stored === 'text') {
    return sql`${decimalKey(String(value))}`;
  }
  return comparable(engine, column, parameter);
}
