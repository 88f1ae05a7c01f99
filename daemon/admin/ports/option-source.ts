import type { CallContext } from '../../core/runtime.js';
import type { Column, Relation } from '../model/column.js';
import type { NamedScope, Page } from '../model/query.js';
import type { ColumnWrite, OptionPage } from '../model/record.js';
import type { ControllerTarget } from './record-store.js';

/** The choices for a relation field, a model-backed filter, or a field with choices from the host: one rpc each. */
export interface OptionSource {
  options(target: ControllerTarget | SettingsTarget, query: OptionQuery, call: CallContext): Promise<OptionPage>;
}

export interface SettingsTarget extends Pick<ControllerTarget, 'caller'> {
  readonly settings: string;
}

export interface OptionQuery {
  readonly source: OptionOrigin;
  /** Words that must all occur in the label; empty for all choices. */
  readonly terms: readonly string[];
  /** Only these ids, to resolve chosen values. The answer omits ids that do not exist or are out of scope. Empty for all. */
  readonly ids: readonly string[];
  /** Only choices with exactly one of these labels; empty for all. Needs CAPABILITY_ADMIN_IMPORT. */
  readonly labels?: readonly string[];
  readonly page: Page;
  /** The values in the form or in filters that the choices depend on; for named scopes and providers. */
  readonly formValues: readonly Pick<ColumnWrite, 'column' | 'value'>[];
}

export type OptionOrigin =
  /** Candidates for the relation, within the target's list scope. */
  | { readonly kind: 'relation'; readonly relation: Relation; readonly label: Column; readonly scope?: NamedScope }
  /** Records of a registered model, within its list scope. */
  | { readonly kind: 'model'; readonly model: string; readonly label: Column; readonly scope?: NamedScope }
  /** The choices of an option provider of the controller or settings screen. */
  | { readonly kind: 'provider'; readonly provider: string };
