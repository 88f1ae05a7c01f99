import { InvalidField } from '../../wire/fields.js';
import type { AdminOptions } from '../admin-options.js';
import type { Engine } from '../database.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables, Model } from '../model/model.js';
import type { Plugin, SettingsScreen } from '../model/plugin.js';

/** Everything that the application registered, by the names that requests use. */
export class Registry {
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #settings: ReadonlyMap<string, SettingsScreen<AnyTables>>;
  readonly #models: ReadonlyMap<string, Model>;

  constructor(
    readonly engine: Engine,
    readonly controllers: readonly Controller[],
    readonly plugins: readonly Plugin[],
  ) {
    this.#controllers = new Map(controllers.map((controller) => [controller.id, controller]));
    this.#settings = new Map(plugins.flatMap(({ settings = [] }) => settings.map((screen) => [screen.code, screen])));
    const related = controllers.flatMap(({ relations = {} }) => Object.values(relations).map(({ model }) => model));
    this.#models = new Map([...controllers.map(({ model }) => model), ...related].map((model) => [model.name, model]));
  }

  /** Those that controllers manage, and those that relations lead to. */
  get models(): readonly Model[] {
    return [...this.#models.values()];
  }

  controller(id: string): Controller {
    return found(this.#controllers.get(id), 'controller', 'names no controller of this host');
  }

  settings(code: string): SettingsScreen<AnyTables> {
    return found(this.#settings.get(code), 'settings', 'names no settings screen of this host');
  }

  model(name: string): Model {
    return found(this.#models.get(name), 'model', 'names no model of this host');
  }

  /** The first controller of the model: its list scope is what exists of it elsewhere, too. */
  managerOf(model: Model): Controller | undefined {
    return this.controllers.find((controller) => controller.model.name === model.name);
  }
}

function found<T>(value: T | undefined, field: string, problem: string): T {
  if (value === undefined) throw new InvalidField(field, problem);
  return value;
}

export function registryOf({ database, controllers, plugins }: AdminOptions): Registry {
  return new Registry(database.engine, controllers, plugins);
}
