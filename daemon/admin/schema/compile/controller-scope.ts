import type { AssetUrls } from '../../api/answers.js';
import type { Cell, Relation } from '../../model/column.js';
import type { Action, Controller, Model } from '../../model/registration.js';
import type { Given } from '../yaml/problems.js';
import type { ColumnOwner, CompileContext } from './context.js';
import type { PartialUses } from './partials.js';

/** One controller while its files are compiled. */
export interface ControllerScope {
  readonly controller: Controller;
  readonly model: Model;
  /** "plugins/acme/blog/controllers/posts" */
  readonly directory: string;
  readonly assets: AssetUrls;
  readonly partials: PartialUses;
}

/** The YAML and the code have to speak of the same model. */
export function checkModelClass(
  { value, at }: Given<string>,
  { controller }: ControllerScope,
  { problems }: CompileContext,
): void {
  if (value === controller.model) return;
  problems.add(at, `is ${value}, but the host registers controller ${controller.id} with another model`, {
    expected: controller.model,
  });
}

/** A path inside the SPA, where `:id` stands for the record. */
export function innerPathOf(path: Given<string> | undefined, { problems }: CompileContext): string | null {
  if (path === undefined) return null;
  for (const [placeholder] of path.value.matchAll(/:\w*/g)) {
    if (placeholder !== ':id') problems.add(path.at, `${placeholder} is unknown`, { expected: ':id' });
  }
  return path.value.startsWith('/') ? path.value : `/${path.value}`;
}

/** What a form is about: a controller's model, or a settings screen. */
export interface FormOwner {
  readonly columns: ColumnOwner;
  readonly optionProviders: readonly string[];
  /** By column: what a new record holds before anybody fills it in. */
  readonly newRecord: ReadonlyMap<string, Cell>;
  /** Absent for a settings screen, which has no relations, partials and widgets. */
  readonly controller?: FormController;
}

export interface FormController {
  readonly id: string;
  readonly model: Model;
  /** "acme-blog-": what every custom element of the plugin begins with. */
  readonly elementPrefix: string;
  readonly actions: readonly Action[];
  readonly relations: readonly Relation[];
  /** Names in config_relation.yaml. */
  readonly managers: readonly string[];
  readonly hasScripts: boolean;
  readonly partials: PartialUses;
}
