import type { Cell } from '../../model/cell.js';
import type { Action, Model } from '../../model/registration.js';
import type { Relation } from '../../model/relation.js';
import type { ColumnOwner } from './names.js';
import type { PartialUses } from './partials.js';

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
