import { InvalidField } from '../wire/fields.js';
import type { AdminOptions } from './admin-options.js';
import type { Engine } from './database/transactions.js';
import type { Controller } from './model/controller.js';
import type { AnyTables, Model } from './model/model.js';
import { KnownTotals } from './records/known-totals.js';
import { CompiledQueries } from './sql/compiled-queries.js';
import { NativeTypes } from './sql/native-types.js';
import type { Plugin, SettingsScreen } from './model/plugin.js';

/** The application's registration, by the names that requests use. */
export class Registry {
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #settings: ReadonlyMap<string, SettingsScreen<AnyTables>>;
  readonly #models: ReadonlyMap<string, Model>;
  readonly #managers: ReadonlyMap<string, Controller>;
  readonly #pivots: ReadonlyMap<string, PivotColumns>;
  readonly nativeTypes: NativeTypes;
  readonly queries = new CompiledQueries();
  readonly totals = new KnownTotals();

  constructor(
    readonly engine: Engine,
    readonly controllers: readonly Controller[],
    readonly plugins: readonly Plugin[],
  ) {
    this.#controllers = new Map(controllers.map((controller) => [controller.id, controller]));
    this.#settings = new Map(plugins.flatMap(({ settings = [] }) => settings.map((screen) => [screen.code, screen])));
    const related = controllers.flatMap(({ relations = {} }) => Object.values(relations).map(({ model }) => model));
    this.#models = new Map([...controllers.map(({ model }) => model), ...related].map((model) => [model.name, model]));
    this.#managers = managersOf(controllers);
    this.#pivots = pivotColumnsOf(controllers);
    this.nativeTypes = new NativeTypes(engine, this.models);
  }

  /** The models of controllers, and the related models. */
  get models(): readonly Model[] {
    return [...this.#models.values()];
  }

  controller(id: string): Controller {
    return found(this.#controllers.get(id), 'controller', 'is not a controller of this host');
  }

  settings(code: string): SettingsScreen<AnyTables> {
    return found(this.#settings.get(code), 'settings', 'is not a settings screen of this host');
  }

  model(name: string): Model {
    return found(this.#models.get(name), 'model', 'is not a model of this host');
  }

  /**
   * The controller whose scopes, relations and hooks apply to the model outside of its own pages: in choices, labels,
   * relation managers and conditions. It is the only controller of the model, or its default one.
   */
  managerOf(model: Model): Controller | undefined {
    return this.#managers.get(model.name);
  }

  /** The columns of pivot tables that contain keys of the model's records, also those of other models of the same table. */
  pivotColumnsOf(model: Model): PivotColumns {
    return this.#pivots.get(keyColumnOf(model)) ?? { own: [], related: [] };
  }
}

/** A column of a pivot table. */
export interface PivotColumn {
  readonly table: string;
  readonly column: string;
}

interface PivotColumns {
  /** Of relations that lead from the model. */
  readonly own: readonly PivotColumn[];
  /** Of relations that lead to it. */
  readonly related: readonly PivotColumn[];
}

/** Throws unless exactly one of a model's several controllers is the default: their order must not decide. */
function managersOf(controllers: readonly Controller[]): ReadonlyMap<string, Controller> {
  const managers = new Map<string, Controller>();
  for (const only of controllers) {
    const { model } = only;
    const all = controllers.filter((controller) => controller.model.name === model.name);
    const defaults = all.filter(({ defaultForModel = false }) => defaultForModel);
    const [manager = only, ...more] = defaults;
    if (more.length > 0 || (all.length > 1 && defaults.length === 0)) {
      const ids = all.map(({ id }) => id).join(', ');
      throw new Error(
        `${String(all.length)} controllers manage the model ${model.name} (${ids}), and ${String(defaults.length)} of them ` +
          'set "defaultForModel: true"; set it on exactly one, whose scopes and hooks then apply wherever else the model is used',
      );
    }
    managers.set(model.name, manager);
  }
  return managers;
}

/** By the column of the keys: a record of one model of a table is a record of every other model of it. */
function pivotColumnsOf(controllers: readonly Controller[]): ReadonlyMap<string, PivotColumns> {
  const byKey = new Map<string, { own: PivotColumn[]; related: PivotColumn[] }>();
  const add = (model: Model, side: 'own' | 'related', pivot: PivotColumn): void => {
    const columns = byKey.get(keyColumnOf(model)) ?? { own: [], related: [] };
    byKey.set(keyColumnOf(model), columns);
    const isKnown = columns[side].some(({ table, column }) => table === pivot.table && column === pivot.column);
    if (!isKnown) columns[side].push(pivot);
  };
  for (const { model, relations = {} } of controllers) {
    for (const relation of Object.values(relations)) {
      if (relation.kind !== 'belongsToMany') continue;
      add(model, 'own', { table: relation.pivotTable, column: relation.foreignKey });
      add(relation.model, 'related', { table: relation.pivotTable, column: relation.relatedKey });
    }
  }
  return byKey;
}

function keyColumnOf({ table, primaryKey }: Model): string {
  return JSON.stringify([table, primaryKey]);
}

function found<T>(value: T | undefined, field: string, problem: string): T {
  if (value === undefined) throw new InvalidField(field, problem);
  return value;
}

/** What Describe contains. */
export function registryOf({ database, controllers, plugins }: AdminOptions): Registry {
  return new Registry(database.engine, controllers, plugins);
}

/** What AdminRecordService serves: the built-in controllers too, which Gatehouse knows without a description. */
export function servedRegistryOf({ database, controllers, plugins, directory }: AdminOptions): Registry {
  return new Registry(database.engine, [...controllers, ...(directory.accounts?.controllers ?? [])], plugins);
}
