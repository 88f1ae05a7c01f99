import { InvalidField } from '../../wire/fields.js';
import type { Value } from '../model/column.js';
import type { AdminContext } from '../model/context.js';
import type { Controller, OptionProvider, Values } from '../model/controller.js';
import { Invalid } from '../model/errors.js';
import type { AnyTables, Model } from '../model/model.js';
import { parameterOf } from '../sql/column-sql.js';
import { columnOf, columnsOf, keyParameter } from '../sql/table-reference.js';
import { columnValueFrom, type WireCell } from '../wire/cell.js';
import type { WireNamedScope } from '../wire/query.js';
import type { Registry } from './registry.js';
import { requireExisting } from './related-ids.js';

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
    Object.entries(values).map(([name, value]) => [
      name,
      parameterOf(registry.engine, columnOf(model, name, 'values.column'), value),
    ]),
  );
}

/** The foreign keys that belongs-to relations come down to, each held against what exists for the caller. */
export async function foreignKeysOf(
  registry: Registry,
  { relations = {} }: Controller,
  changes: readonly WireRelationChange[],
  current: (relation: string) => string | undefined,
  context: AdminContext<AnyTables>,
): Promise<Record<string, unknown>> {
  const keys: Record<string, unknown> = {};
  for (const { relation: name, ids, scope } of changes) {
    const relation = relations[name];
    if (relation?.kind !== 'belongsTo') continue;
    const [id, ...more] = ids;
    if (more.length > 0) throw new InvalidField('relations.ids', 'has several ids for a belongs-to relation');
    if (id !== undefined && id !== current(name)) {
      await requireExisting(registry, name, relation.model, [id], scope, context);
    }
    keys[relation.foreignKey] = id === undefined ? null : keyParameter(relation.model, id);
  }
  return keys;
}
