import type { AssetUrls } from '../../api/answers.js';
import type { Cell, Relation } from '../../model/column.js';
import type { Action, Controller, Model } from '../../model/registration.js';
import type { Given } from '../yaml/problems.js';
import type { ColumnOwner, CompileContext } from './context.js';
import type { ElementOwner } from './elements.js';
import type { PartialUses } from './partials.js';

/** The state of one controller while the compiler reads its files. */
export interface ControllerScope {
  readonly controller: Controller;
  readonly model: Model;
  /** "plugins/acme/blog/controllers/posts" */
  readonly directory: string;
  readonly assets: AssetUrls;
  readonly partials: PartialUses;
  /** If the file exists and there is no form, its errors have been reported, and a missing form is not another one. */
  readonly hasFormFile: boolean;
}

/** Reports a `modelClass` that differs from the model in the host's registration. */
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

/** The owner of a form: a controller's model or a settings screen. */
export interface FormOwner {
  readonly columns: ColumnOwner;
  readonly optionProviders: readonly string[];
  /** By column: the initial values of a new record. */
  readonly newRecord: ReadonlyMap<string, Cell>;
  /** Whether its values have a version. Absent inside of a field, which has the version of the record. */
  readonly isVersioned?: boolean;
  /** For the fields inside of a field. */
  readonly nestedIn?: NestedPlace;
  /** Absent for a settings screen and inside of a field, which have no relations, partials or widgets. */
  readonly controller?: FormController;
}

export interface NestedPlace {
  /** The field around. */
  readonly field: string;
  /** 1 for a field of the form. */
  readonly depth: number;
  /** Every field name of the form around. */
  readonly siblings: readonly string[];
}

export interface FormController extends ElementOwner {
  readonly model: Model;
  readonly actions: readonly Action[];
  readonly relations: readonly Relation[];
  /** The names in config_relation.yaml. */
  readonly managers: readonly string[];
  readonly partials: PartialUses;
}
