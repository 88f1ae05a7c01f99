import type { Column } from './column.js';
import type { AdminContext, AnyTables } from './model.js';
import type { OptionProvider, Values } from './controller.js';

export interface Plugin {
  /** "acme.blog" */
  readonly id: string;
  readonly permissions?: readonly Permission[];
  readonly navigation?: readonly NavigationItem[];
  readonly settings?: readonly SettingsScreen<AnyTables>[];
}

export interface Permission {
  /** "acme.blog.access_posts" */
  readonly code: string;
  readonly label: string;
  readonly tab?: string;
}

export interface NavigationItem {
  readonly code: string;
  readonly label: string;
  readonly icon?: string;
  /** Ascending. Default: 0. */
  readonly order?: number;
  readonly permissions?: readonly string[];
  /** Id of a controller. */
  readonly controller?: string;
  /** Code of a settings screen. */
  readonly settings?: string;
  readonly children?: readonly NavigationItem[];
}

/** A form with one record, kept in backend_settings. */
export interface SettingsScreen<DB> {
  /** As in /settings/{code}: "acme-blog". */
  readonly code: string;
  readonly label: string;
  readonly description?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly order?: number;
  readonly keywords?: readonly string[];
  readonly permissions?: readonly string[];
  /** "~/plugins/acme/blog/models/settings/fields.yaml" */
  readonly fields: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly optionProviders?: Readonly<Record<string, OptionProvider<DB>>>;
  readonly hooks?: SettingsHooks<DB>;
}

export interface SettingsHooks<DB> {
  beforeUpdate?(values: Values, context: AdminContext<DB>): Promise<void> | void;
  afterUpdate?(values: Readonly<Values>, context: AdminContext<DB>): Promise<void> | void;
}
