import { InvalidField } from '../../wire/fields.js';
import type { Engine } from '../database.js';
import type { Column, Value } from '../model/column.js';
import type { AdminContext } from '../model/context.js';
import type { OptionProvider, Values } from '../model/controller.js';
import { Invalid } from '../model/errors.js';
import { canBeShown, fits, isExactInSqlite } from '../model/fit.js';
import type { AnyTables, Model } from '../model/model.js';
import { parameterOf } from '../sql/column-sql.js';
import { columnOf, columnsOf } from '../sql/table-reference.js';
import { columnValueFrom, type WireCell } from '../wire/cell.js';
import type { WireNamedScope } from '../wire/query.js';
import type { Registry } from './registry.js';
import { say } from './texts.js';

export interface WireColumnValue {
  readonly column: string;
  readonly value: WireCell | null;
  readonly optionProvider: string;
}

export interface WireRelationChange {
  readonly relation: string;
  readonly ids: readonly string[];
  readonly scope: WireNamedScope | null;
}

/** The values of a request by column. */
export function valuesFrom(
  model: Pick<Model, 'columns'>,
  wire: readonly Pick<WireColumnValue, 'column' | 'value'>[],
): Values {
  return Object.fromEntries(
    wire.map(({ column: name, value }) => {
      const column = columnsOf(model).get(name);
      if (column === undefined) throw new InvalidField('values.column', 'names no declared column');
      return [name, columnValueFrom(column, value, 'values.value')];
    }),
  );
}

/**
 * Throws Invalid for values that do not fit their columns. Gatehouse has checked them by the registration; what it cannot know
 * is what the database makes of them. Values of hooks are not checked here: what was written is read again before the commit.
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

/** SQLite rounds a decimal with more digits than a binary number holds, without a word. */
function isExact(engine: Engine, { type, stored }: Column, value: Value): boolean {
  return (
    engine !== 'sqlite' || type !== 'decimal' || stored === 'text' || value === null || isExactInSqlite(String(value))
  );
}

/** Throws Invalid for a value that the provider of its field does not offer to the caller, with what the form holds. */
export async function requireOffered(
  model: Pick<Model, 'columns'>,
  wire: readonly WireColumnValue[],
  providers: Readonly<Record<string, OptionProvider<AnyTables>>>,
  form: Readonly<Values>,
  context: AdminContext<AnyTables>,
): Promise<void> {
  for (const { column, optionProvider } of wire) {
    if (optionProvider === '') continue;
    const offered = new Set((await choicesOf(providers, optionProvider, form, context)).map(({ value }) => value));
    const chosen = chosenIn(columnsOf(model).get(column)?.type === 'json', form[column]);
    if (chosen.every((value) => offered.has(value))) continue;
    throw new Invalid({
      [column]: [
        context.caller.locale.startsWith('de') ? 'Das ist keine der Möglichkeiten.' : 'This is not one of the choices.',
      ],
    });
  }
}

/** A json column holds the list of a checkboxlist. */
function chosenIn(isJson: boolean, value: Value | undefined): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  const read: unknown = isJson ? JSON.parse(String(value)) : value;
  return (Array.isArray(read) ? read : [read]).map(String);
}

export async function choicesOf(
  providers: Readonly<Record<string, OptionProvider<AnyTables>>>,
  name: string,
  values: Readonly<Values>,
  context: AdminContext<AnyTables>,
) {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider === undefined) throw new InvalidField('option_provider', 'names no option provider');
  return provider({ values }, context);
}

/** Values as the driver takes them. What a hook added has to be a declared column as well. */
export function parametersOf(registry: Registry, model: Model, values: Readonly<Values>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const column = columnOf(model, name, 'values.column');
      if (value instanceof Date && !canBeShown(column, value)) {
        throw new TypeError(`a hook sets ${name} to an instant outside of the years 1 to 9999`);
      }
      if (!isExact(registry.engine, column, value)) {
        throw new TypeError(`a hook sets ${name} to a decimal that SQLite would round: declare it with stored: 'text'`);
      }
      return [name, parameterOf(registry.engine, column, value)];
    }),
  );
}
