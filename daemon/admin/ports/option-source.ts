import type { CallContext } from '../../core/runtime.js';
import type { Column, Relation } from '../model/column.js';
import type { NamedScope, Page } from '../model/query.js';
import type { ColumnWrite, OptionPage } from '../model/record.js';
import type { ControllerTarget } from './record-store.js';

/** Choices for a relation field, a model-backed filter, or a field whose choices the host provides: one rpc each. */
export interface OptionSource {
  options(target: ControllerTarget | SettingsTarget, query: OptionQuery, call: CallContext): Promise<OptionPage>;
}

export interface SettingsTarget extends Pick<ControllerTarget, 'caller'> {
  readonly settings: string;
}

export interface OptionQuery {
  readonly source: OptionOrigin;
  /** Words that the label has to have, each of them; empty for all choices. */
  readonly terms: readonly string[];
  /** Only these, to resolve chosen values; those that do not exist or are out of scope are left out. Empty: all. */
  readonly ids: readonly string[];
  readonly page: Page;
  /** What the form holds, or is chosen in filters, of what the choices depend on; for named scopes and providers. */
  readonly formValues: readonly Pick<ColumnWrite, 'column' | 'value'>[];
}

export type OptionOrigin =
  /** Records that the relation may lead to, within the target's list scope. */
  | { readonly kind: 'relation'; readonly relation: Relation; readonly label: Column; readonly scope?: NamedScope }
  /** Records of a registered model, within its list scope. */
  | { readonly kind: 'model'; readonly model: string; readonly label: Column; readonly scope?: NamedScope }
  /** What an option provider of the controller or settings screen offers. */
  | { readonly kind: 'provider'; readonly provider: string };
