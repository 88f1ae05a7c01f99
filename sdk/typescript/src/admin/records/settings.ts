import type { Engine } from '../database.js';
import type { DirectoryTables } from '../directory/tables.js';
import { InvalidField } from '../../wire/fields.js';
import type { Transaction } from 'kysely';
import type { Column, Value } from '../model/column.js';
import type { AdminContext } from '../model/context.js';
import type { Values } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import type { SettingsScreen } from '../model/plugin.js';
import { columnsOf } from '../sql/table-reference.js';
import { toWireCell, type WireCell } from '../wire/cell.js';
import { requireOffered, valuesFrom, type WireColumnValue } from './write-values.js';

type Screen = SettingsScreen<AnyTables>;
type Context = AdminContext<AnyTables>;

export interface WireSettings {
  readonly version: string;
  readonly cells: readonly WireCell[];
}

interface Stored {
  readonly version: number;
  readonly values: Values;
}

/** What a screen holds; a column's default where nothing was ever saved. */
export async function readSettings(
  screen: Screen,
  columns: readonly string[],
  context: Context,
): Promise<WireSettings> {
  return wireOf(screen, columns, await load(screen, context));
}

export async function updateSettings(
  screen: Screen,
  request: {
    readonly expectedVersion: string;
    readonly values: readonly WireColumnValue[];
    readonly columns: readonly string[];
  },
  engine: Engine,
  context: Context,
): Promise<{ readonly updated: WireSettings } | { readonly conflict: WireSettings }> {
  await createRow(screen, context);
  const stored = await load(screen, context, engine === 'postgres');
  if (request.expectedVersion !== '' && request.expectedVersion !== String(stored.version)) {
    return { conflict: wireOf(screen, request.columns, stored) };
  }
  const { optionProviders = {}, hooks = {} } = screen;
  const values = valuesFrom(screen, request.values);
  await requireOffered(screen, request.values, optionProviders, { ...stored.values, ...values }, context);
  await hooks.beforeUpdate?.(values, context);
  const next = { version: stored.version + 1, values: { ...stored.values, ...values } };
  await tables(context)
    .updateTable('backend_settings')
    .set({ item_values: encode(screen, next.values), version: next.version })
    .where('code', '=', screen.code)
    .execute();
  await hooks.afterUpdate?.(next.values, context);
  return { updated: wireOf(screen, request.columns, next) };
}

function tables({ trx }: Context): Transaction<DirectoryTables> {
  return trx as unknown as Transaction<DirectoryTables>;
}

async function createRow({ code }: Screen, context: Context): Promise<void> {
  await tables(context)
    .insertInto('backend_settings')
    .values({ code, item_values: '{}', version: 0 })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

async function load(screen: Screen, context: Context, lock = false): Promise<Stored> {
  const query = tables(context).selectFrom('backend_settings').selectAll().where('code', '=', screen.code);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return { version: row?.version ?? 0, values: decode(screen, row?.item_values ?? '{}') };
}

function wireOf(screen: Screen, names: readonly string[], { version, values }: Stored): WireSettings {
  const cells = names.map((name) => {
    const column = columnsOf(screen).get(name);
    if (column === undefined) throw new InvalidField('columns', 'names no declared column');
    return toWireCell(column, values[name] === undefined ? (column.default ?? null) : values[name]);
  });
  return { version: String(version), cells };
}

/** As JSON, whatever a value's type: a Date, a bigint and bytes become texts that decode reads back. */
function encode(screen: Screen, values: Readonly<Values>): string {
  const entries = [...columnsOf(screen)].flatMap(([name]): [string, unknown][] => {
    const value = values[name];
    if (value === undefined) return [];
    if (value instanceof Date) return [[name, value.toISOString()]];
    if (Buffer.isBuffer(value)) return [[name, value.toString('base64')]];
    return [[name, typeof value === 'bigint' ? String(value) : value]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function decode(screen: Screen, json: string): Values {
  const raw = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const values = [...columnsOf(screen)].flatMap(([name, column]): [string, Value][] =>
    Object.hasOwn(raw, name) ? [[name, decoded(column, raw[name])]] : [],
  );
  return Object.fromEntries(values);
}

function decoded({ type }: Column, raw: unknown): Value {
  if (typeof raw === 'boolean' || typeof raw === 'number') return raw;
  if (typeof raw !== 'string') return null;
  if (type === 'timestamp') return new Date(raw);
  if (type === 'bytes') return Buffer.from(raw, 'base64');
  return type === 'bigint' ? BigInt(raw) : raw;
}
