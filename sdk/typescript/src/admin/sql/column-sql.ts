import type { Expression, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Column, Value } from '../model/column.js';
import type { Engine } from '../database.js';

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

/** What the driver gave for a column that was `selected`. */
export function valueOf(column: Column, raw: RawValue): Value {
  if (raw === null || raw === undefined) return null;
  switch (column.type) {
    case 'bool':
      return raw === true || raw === 1 || raw === '1';
    case 'integer':
    case 'double':
      return Number(raw);
    case 'bigint':
      return BigInt(text(raw));
    case 'timestamp':
      return typeof raw === 'string' && !/^-?\d+(?:\.\d+)?$/.test(raw) ? parseSqlTime(raw) : new Date(Number(raw));
    case 'bytes':
      // libsql gives an ArrayBuffer, of which no driver's type tells.
      return typeof raw === 'string' ? Buffer.from(raw) : Buffer.from(raw as Uint8Array);
    case 'decimal':
    case 'string':
    case 'date':
    case 'time':
    case 'json':
      return text(raw);
  }
}

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
 * A column, or a parameter for it, as what comparisons and orders go by. SQLite keeps decimals as texts, and compares them
 * as numbers only when told; PostgreSQL takes a parameter for one of the column's type, which a larger number breaks.
 */
export function comparable(engine: Engine, { type }: Column, expression: unknown): RawBuilder<unknown> {
  if (engine === 'sqlite' && type === 'decimal') return sql`cast(${expression} as numeric)`;
  return sql`${expression}`;
}

export function comparableParameter(engine: Engine, column: Column, value: Value): RawBuilder<unknown> {
  const parameter = parameterOf(engine, column, value);
  if (engine === 'postgres' && column.type === 'integer') return sql`cast(${parameter} as bigint)`;
  return comparable(engine, column, parameter);
}

/** SQLite's own functions write "2026-02-28 23:59:59", in UTC. */
function parseSqlTime(text: string): Date {
  const iso = text.includes('T') ? text : text.replace(' ', 'T');
  return new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

function text(raw: Exclude<RawValue, null | undefined>): string {
  if (raw instanceof Date) return raw.toISOString();
  return raw instanceof Uint8Array ? Buffer.from(raw).toString() : String(raw);
}
