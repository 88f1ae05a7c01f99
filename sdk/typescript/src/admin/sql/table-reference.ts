import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Column } from '../model/column.js';
import type { Model } from '../model/model.js';
import { InvalidField } from '../../wire/fields.js';

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
  if (column === undefined) throw new InvalidField(field, 'names no declared column');
  return column;
}

/** The key as text, in its one spelling. */
export function keyText(model: Model, table = model.table): RawBuilder<string> {
  return sql<string>`cast(${ref(table, model.primaryKey)} as text)`;
}

/**
 * An id as the key's own type, or undefined for a text that cannot be one: an index on the key is used only when the key is
 * compared as what it is.
 */
export function keyParameter(model: Model, id: string): unknown {
  const type = columnsOf(model).get(model.primaryKey)?.type;
  if (type !== 'integer' && type !== 'bigint') return id;
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(id)) return undefined;
  const value = BigInt(id);
  if (value < -(2n ** 63n) || value >= 2n ** 63n) return undefined;
  // As 64 bits, whatever the column has: PostgreSQL refuses a parameter that the column's own type cannot hold.
  return sql`cast(${id} as bigint)`;
}

export function keyParameters(model: Model, ids: readonly string[]): unknown[] {
  return ids.map((id) => keyParameter(model, id)).filter((key) => key !== undefined);
}
