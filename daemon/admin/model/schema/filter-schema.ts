import type { Column } from '../column.js';
import type { Relation } from '../relation.js';
import type { Requirement } from './requirement.js';
import type { Text } from './text.js';
import type { FilterType } from './types.js';
import type { Choice } from './view-parts.js';

/** One filter of a list ("scope" in October's YAML). */
export interface FilterSchema {
  readonly name: string;
  readonly type: FilterType;
  readonly target: FilterTarget;
  readonly options: FilterOptions;
  /** Filters whose choice the options of this one depend on. */
  readonly dependsOn: readonly string[];
  readonly bounds: FilterBounds;
  readonly requires: Requirement;
  readonly view: FilterView;
}

/** What a chosen value is compared with. */
export type FilterTarget =
  | { readonly kind: 'column'; readonly column: Column }
  /** Related to at least one of the chosen records. */
  | { readonly kind: 'relation'; readonly relation: Relation }
  /** A scope of the model, by its registered name, which gets what was chosen. */
  | { readonly kind: 'scope'; readonly scope: string };

/** Where the choices of a group or dropdown come from; none for the other types. */
export type FilterOptions =
  | { readonly kind: 'none' }
  | { readonly kind: 'listed'; readonly values: ReadonlySet<string> }
  /** Records of a registered model, searched on the server. */
  | { readonly kind: 'model'; readonly model: string; readonly label: Column }
  /** What an option provider of the controller offers; what is chosen elsewhere may decide (`dependsOn`). */
  | { readonly kind: 'provider'; readonly provider: string };

/** Numbers and dates outside of them are refused. */
export interface FilterBounds {
  readonly min?: number;
  readonly max?: number;
  readonly minDate?: string;
  readonly maxDate?: string;
}

export interface FilterView extends FilterBounds {
  readonly name: string;
  readonly label: Text;
  readonly type: FilterType;
  /** Several values may be chosen. */
  readonly multiple: boolean;
  readonly options?: readonly Choice[];
  /** Choices come from GET …/filters/{name}/options. */
  readonly optionsFromServer: boolean;
  /** A date filter that compares moments: its days are those of the reader's zone, and asked for as moments. */
  readonly moments?: true;
  readonly default?: string | number | boolean | readonly (string | number)[];
  readonly dependsOn: readonly string[];
}
