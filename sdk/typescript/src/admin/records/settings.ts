import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { SettingsValues } from '@gatehouse/proto/generated/gatehouse/host/v1/SettingsValues';
import type { UpdateSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsRequest';
import type { UpdateSettingsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsResponse';
import type { Engine } from '../database/transactions.js';
import { directoryTransaction } from '../directory/tables.js';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import type { Values } from '../model/controller.js';
import { Invalid } from '../model/controller.js';
import type { SettingsScreen } from '../model/plugin.js';
import { UnfitValue } from '../sql/stored-value.js';
import { columnsOf } from '../sql/columns.js';
import { toProtoCell } from '../cell.js';
import { isSameValue } from '../model/column-values.js';
import { say } from '../model/write-texts.js';
import { sendableCells, tooLongWrite } from './record-size.js';
import { requireFit, requireOffered, valuesFrom } from './form-values.js';
import type { StoredSettings as Stored } from './stored-settings.js';
import { decoded, loadSettings, savedValues, writeSettings } from './stored-settings.js';

type Screen = SettingsScreen<AnyTables>;
type Context = AdminContext<AnyTables>;

/** The values of a screen; a column's default if it was never saved. */
export async function readSettings(
  screen: Screen,
  columns: readonly string[],
  context: Context,
): Promise<SettingsValues> {
  return toProtoValues(screen, columns, await loadSettings(screen, context));
}

export async function updateSettings(
  screen: Screen,
  request: Pick<UpdateSettingsRequest__Output, 'expectedVersion' | 'values' | 'columns'>,
  engine: Engine,
  context: Context,
): Promise<UpdateSettingsResponse> {
  await createRow(screen, context);
  const stored = await loadSettings(screen, context, engine === 'postgres');
  if (request.expectedVersion !== '' && request.expectedVersion !== String(stored.version)) {
    return { conflict: toProtoValues(screen, request.columns, stored) };
  }
  const { optionProviders = {}, hooks = {} } = screen;
  const values = valuesFrom(screen, request.values);
  // Settings are stored as JSON, in which a decimal of any length is a text.
  requireFit('postgres', screen, values, context);
  if (changesNothing(screen, values, stored)) return { updated: toProtoValues(screen, request.columns, stored) };
  await requireOffered(screen, request.values, optionProviders, { ...savedValues(screen, stored), ...values }, context);
  await hooks.beforeUpdate?.(values, context);
  const next = await writeSettings(screen, values, stored, context);
  await hooks.afterUpdate?.(savedValues(screen, next), context);
  requireReadable(screen, Object.keys(values), next);
  requireSendable(screen, request, values, next, context);
  return { updated: toProtoValues(screen, request.columns, next) };
}

/** A column that was never saved has its default. Saving that value is a change, because the default may change later. */
function changesNothing(screen: Screen, values: Readonly<Values>, stored: Stored): boolean {
  return Object.entries(values).every(([name, value]) => {
    const column = columnsOf(screen).get(name);
    if (column === undefined || !stored.raw.has(name)) return false;
    const held = decoded(column, name, stored);
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

function toProtoValues(screen: Screen, names: readonly string[], stored: Stored): SettingsValues {
  return { version: String(stored.version), cells: sendableCells(toProtoCells(screen, names, stored)) };
}

function toProtoCells(screen: Screen, names: readonly string[], stored: Stored): Cell[] {
  return names.map((name): Cell => {
    const column = columnsOf(screen).get(name);
    if (column === undefined) throw new InvalidField('columns', 'is not a declared column');
    const value = decoded(column, name, stored);
    return value instanceof UnfitValue ? { invalidValue: { raw: value.raw } } : toProtoCell(column, value);
  });
}

function requireReadable(screen: Screen, names: readonly string[], stored: Stored): void {
  const unreadable = names.filter((name) => {
    const column = columnsOf(screen).get(name);
    return column !== undefined && decoded(column, name, stored) instanceof UnfitValue;
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
