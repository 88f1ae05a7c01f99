import { MAX_RAW_VALUE } from '@gatehouse/proto/limits';
import { shortText } from '@gatehouse/proto/truncation';
import { storedMembers } from '../../shared/stored-json.js';
import { directoryTransaction } from '../directory/tables.js';
import { canBeShown, isDay, isInt64, parseDecimal, plainDecimal, plainTime } from '../model/column-values.js';
import type { Column, ColumnType, Value } from '../model/column.js';
import type { Values } from '../model/controller.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import type { SettingsScreen } from '../model/plugin.js';
import { columnsOf } from '../sql/columns.js';
import { storedInstant, UnfitValue } from '../sql/stored-value.js';
import { isAltered } from './form-values.js';

/**
 * The row of a settings screen in backend_settings: its values as one JSON object, in the same form as those of the other SDKs,
 * which read it in the same way.
 */

type Screen = SettingsScreen<AnyTables>;
type Context = AdminContext<AnyTables>;

export interface StoredSettings {
  readonly version: number;
  /** Each value as its JSON is written. One that does not fit its column stays there until the column is written. */
  readonly raw: ReadonlyMap<string, string>;
}

export async function loadSettings(screen: Screen, context: Context, lock = false): Promise<StoredSettings> {
  const query = directoryTransaction(context.trx)
    .selectFrom('backend_settings')
    .selectAll()
    .where('code', '=', screen.code);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  const raw = storedMembers(row?.item_values ?? '{}', `backend_settings.item_values of ${screen.code}`);
  return { version: row?.version ?? 0, raw };
}

/** Writes the values over the stored ones, and returns all of them. */
export async function writeSettings(
  screen: Screen,
  values: Readonly<Values>,
  stored: StoredSettings,
  context: Context,
): Promise<StoredSettings> {
  const next = { version: stored.version + 1, raw: new Map([...stored.raw, ...encoded(screen, values)]) };
  const members = [...next.raw].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  await directoryTransaction(context.trx)
    .updateTable('backend_settings')
    .set({ item_values: `{${members.join(',')}}`, version: next.version })
    .where('code', '=', screen.code)
    .execute();
  return next;
}

/** The saved values of the columns, for application code; null for a value that does not fit. */
export function savedValues(screen: Screen, stored: StoredSettings): Values {
  const values = [...columnsOf(screen)].flatMap(([name, column]): [string, Value][] => {
    if (!stored.raw.has(name)) return [];
    const value = decoded(column, name, stored);
    return [[name, value instanceof UnfitValue ? null : value]];
  });
  return Object.fromEntries(values);
}

/** The column's default if it was never saved. */
export function decoded(column: Column, name: string, { raw }: StoredSettings): Value | UnfitValue {
  const json = raw.get(name);
  if (json === undefined) return column.default ?? null;
  if (json === 'null') return null;
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : undefined;
  const value = text === undefined ? ofScalar(column.type, json) : ofText(column.type, text);
  if (value !== undefined && canBeShown(column, value)) return value;
  return new UnfitValue(shortText((text ?? json).replaceAll('\0', '\ufffd'), MAX_RAW_VALUE));
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A number or a truth value, in its own spelling. */
function ofScalar(type: ColumnType, json: string): Value | undefined {
  if (type === 'bool') return TRUTHS.get(json);
  const decimal = parseDecimal(json);
  if (decimal === undefined) return undefined;
  if (type === 'double') return Number(json);
  if (type === 'decimal') return plainDecimal(decimal);
  return decimal.fraction === '' ? ofInteger(type, plainDecimal(decimal)) : undefined;
}

function ofInteger(type: ColumnType, text: string): Value | undefined {
  if (type !== 'integer' && type !== 'bigint') return undefined;
  const value = BigInt(text);
  return !isInt64(value) ? undefined : type === 'bigint' ? value : Number(value);
}

function ofText(type: ColumnType, text: string): Value | undefined {
  switch (type) {
    case 'bool':
      return text === '0' || text === '1' ? TRUTHS.get(text) : undefined;
    case 'integer':
    case 'bigint':
      return /^-?\d+$/.test(text) ? ofInteger(type, text) : undefined;
    case 'double':
      return undefined;
    case 'time':
      return plainTime(text);
    case 'date':
      return isDay(text) ? text : undefined;
    case 'timestamp':
      return storedInstant(text);
    case 'bytes':
      return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
    case 'decimal': {
      const decimal = /^-?\d+(?:\.\d+)?$/.test(text) ? parseDecimal(text) : undefined;
      return decimal && plainDecimal(decimal);
    }
    case 'string':
    case 'json':
      return text;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The JSON of each value: a Date, a bigint and bytes become texts that `decoded` reads back. */
function encoded(screen: Screen, values: Readonly<Values>): [string, string][] {
  for (const [name, value] of Object.entries(values)) {
    if (!columnsOf(screen).has(name)) throw new TypeError(`a hook set ${name}, which is no value of the screen`);
    if (isAltered(value)) throw new TypeError(`a hook sets ${name} to no finite number, or to a text with a NUL`);
  }
  return [...columnsOf(screen)].flatMap(([name]): [string, string][] => {
    const value = values[name];
    return value === undefined ? [] : [[name, JSON.stringify(plain(value))]];
  });
}

function plain(value: Value): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return typeof value === 'bigint' ? String(value) : value;
}
