import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { SettingsValues } from '@gatehouse/proto/generated/gatehouse/host/v1/SettingsValues';
import type { UpdateSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsRequest';
import type { UpdateSettingsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsResponse';
import type { Engine } from '../database/transactions.js';
import { directoryTransaction } from '../directory/tables.js';
import { storedObject } from '../../shared/stored-json.js';
import { InvalidField } from '../../wire/fields.js';
import type { Column, Value } from '../model/column.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import type { Values } from '../model/controller.js';
import { Invalid } from '../model/controller.js';
import type { SettingsScreen } from '../model/plugin.js';
import { storedValue, UnfitValue } from '../sql/stored-value.js';
import { columnsOf } from '../sql/columns.js';
import { toProtoCell } from '../cell.js';
import { isSameValue } from '../model/column-values.js';
import { say } from '../model/write-texts.js';
import { sendableCells, tooLongWrite } from './record-size.js';
import { isAltered, requireFit, requireOffered, valuesFrom } from './form-values.js';

type Screen = SettingsScreen<AnyTables>;
type Context = AdminContext<AnyTables>;

interface Stored {
  readonly version: number;
  /** The stored JSON. A value that does not fit its column stays there until the column is written. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** The values of a screen; a column's default if it was never saved. */
export async function readSettings(
  screen: Screen,
  columns: readonly string[],
  context: Context,
): Promise<SettingsValues> {
  return toProtoValues(screen, columns, await load(screen, context));
}

export async function updateSettings(
  screen: Screen,
  request: Pick<UpdateSettingsRequest__Output, 'expectedVersion' | 'values' | 'columns'>,
  engine: Engine,
  context: Context,
): Promise<UpdateSettingsResponse> {
  await createRow(screen, context);
  const stored = await load(screen, context, engine === 'postgres');
  if (request.expectedVersion !== '' && request.expectedVersion !== String(stored.version)) {
    return { conflict: toProtoValues(screen, request.columns, stored) };
  }
  const { optionProviders = {}, hooks = {} } = screen;
  const values = valuesFrom(screen, request.values);
  // Settings are stored as JSON, in which a decimal of any length is a text.
  requireFit('postgres', screen, values, context);
  if (changesNothing(screen, values, stored)) return { updated: toProtoValues(screen, request.columns, stored) };
  await requireOffered(screen, request.values, optionProviders, { ...known(screen, stored), ...values }, context);
  await hooks.beforeUpdate?.(values, context);
  const next = { version: stored.version + 1, raw: { ...stored.raw, ...encode(screen, values) } };
  await directoryTransaction(context.trx)
    .updateTable('backend_settings')
    .set({ item_values: JSON.stringify(next.raw), version: next.version })
    .where('code', '=', screen.code)
    .execute();
  await hooks.afterUpdate?.(known(screen, next), context);
  requireReadable(screen, Object.keys(values), next);
  requireSendable(screen, request, values, next, context);
  return { updated: toProtoValues(screen, request.columns, next) };
}

/** A column that was never saved has its default. Saving that value is a change, because the default may change later. */
function changesNothing(screen: Screen, values: Readonly<Values>, stored: Stored): boolean {
  return Object.entries(values).every(([name, value]) => {
    const column = columnsOf(screen).get(name);
    if (column === undefined || !Object.hasOwn(stored.raw, name)) return false;
    const held = decode(column, name, stored);
    return !(held instanceof UnfitValue) && isSameValue(column, held, value);
  });
}

async function createRow({ code }: Screen, context: Context): Promise<void> {
  await directoryTransaction(context.trx)
    .insertInto('backend_settings')
    .values({ code, item_values: '{}', version: 0 })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

async function load(screen: Screen, context: Context, lock = false): Promise<Stored> {
  const query = directoryTransaction(context.trx)
    .selectFrom('backend_settings')
    .selectAll()
    .where('code', '=', screen.code);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  const raw = storedObject(row?.item_values ?? '{}', `backend_settings.item_values of ${screen.code}`);
  return { version: row?.version ?? 0, raw };
}

function toProtoValues(screen: Screen, names: readonly string[], stored: Stored): SettingsValues {
  return { version: String(stored.version), cells: sendableCells(toProtoCells(screen, names, stored)) };
}

function toProtoCells(screen: Screen, names: readonly string[], stored: Stored): Cell[] {
  return names.map((name): Cell => {
    const column = columnsOf(screen).get(name);
    if (column === undefined) throw new InvalidField('columns', 'is not a declared column');
    const value = decode(column, name, stored);
    return value instanceof UnfitValue ? { invalidValue: { raw: value.raw } } : toProtoCell(column, value);
  });
}

/** The saved values of the columns, for application code; null for a value that does not fit. */
function known(screen: Screen, stored: Stored): Values {
  const values = [...columnsOf(screen)].flatMap(([name, column]): [string, Value][] => {
    if (!Object.hasOwn(stored.raw, name)) return [];
    const value = decode(column, name, stored);
    return [[name, value instanceof UnfitValue ? null : value]];
  });
  return Object.fromEntries(values);
}

function requireReadable(screen: Screen, names: readonly string[], stored: Stored): void {
  const unreadable = names.filter((name) => {
    const column = columnsOf(screen).get(name);
    return column !== undefined && decode(column, name, stored) instanceof UnfitValue;
  });
  if (unreadable.length > 0)
    throw new TypeError(`a hook wrote a value that cannot be read back to ${unreadable.join(', ')}`);
}

function requireSendable(
  screen: Screen,
  request: Pick<UpdateSettingsRequest__Output, 'values' | 'columns'>,
  values: Readonly<Values>,
  stored: Stored,
  { caller }: Context,
): void {
  const written = new Set(Object.keys(values));
  const names = [...new Set([...request.columns, ...written])];
  const tooLong = tooLongWrite(names, toProtoCells(screen, names, stored), written);
  if (tooLong === undefined) return;
  if (request.values.some(({ column }) => column === tooLong)) {
    throw new Invalid({ [tooLong]: [say('tooLong', caller.locale)] });
  }
  throw new TypeError(`a hook wrote a value that is too long to be read back to ${tooLong}`);
}

/** Converts any value for JSON: a Date, a bigint and bytes become texts that decode reads back. */
function encode(screen: Screen, values: Readonly<Values>): Record<string, unknown> {
  for (const [name, value] of Object.entries(values)) {
    if (!columnsOf(screen).has(name)) throw new TypeError(`a hook set ${name}, which is no value of the screen`);
    if (isAltered(value)) throw new TypeError(`a hook sets ${name} to no finite number, or to a text with a NUL`);
  }
  const entries = [...columnsOf(screen)].flatMap(([name]): [string, unknown][] => {
    const value = values[name];
    if (value === undefined) return [];
    if (value instanceof Date) return [[name, value.toISOString()]];
    if (Buffer.isBuffer(value)) return [[name, value.toString('base64')]];
    return [[name, typeof value === 'bigint' ? String(value) : value]];
  });
  return Object.fromEntries(entries);
}

/** The column's default if it was never saved. */
function decode(column: Column, name: string, { raw }: Stored): Value | UnfitValue {
  const value = Object.hasOwn(raw, name) ? raw[name] : (column.default ?? null);
  if (value === null || value instanceof Date || Buffer.isBuffer(value) || typeof value === 'bigint') return value;
  if (column.type === 'bytes' && typeof value === 'string' && BASE64.test(value)) return Buffer.from(value, 'base64');
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isScalar && column.type !== 'bytes') return storedValue(column, value);
  return new UnfitValue(JSON.stringify(value).slice(0, 500));
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
