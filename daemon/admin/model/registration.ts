import type { Cell, Column, Relation } from './column.js';

/**
 * The host's registration for the admin backend: its part of Describe, checked for consistency (every name that it refers to
 * exists, and names are unique) and frozen. It describes the available code and data. The plugins' YAML files declare what the
 * screens show of it, and how; the compiler (admin/schema) combines both.
 *
 * Texts named `label`, `description` and the like are locale-neutral: a phrase key ("acme.blog::lang.posts.title") or, if no
 * such phrase exists, the text itself.
 */
export interface AdminRegistration {
  /** The locale for users who request no available locale: "en". */
  readonly defaultLocale: string;
  readonly models: readonly Model[];
  readonly controllers: readonly Controller[];
  readonly plugins: readonly Plugin[];
}

/** A database model that a controller manages, that a relation leads to, or that a filter offers as choices. */
export interface Model {
  /** The `modelClass` of the YAML: "Acme\\Blog\\Models\\Post". Unique. */
  readonly name: string;
  readonly table: string;
  /** Name of the primary key column. Ids are strings in the contract, whatever the column's type. */
  readonly primaryKey: string;
  /** True if records carry a version that an update can be checked against (`_version`). */
  readonly versioned: boolean;
  readonly columns: readonly Column[];
  /** Query scopes that a filter or a relation field may name (`scope`). */
  readonly scopes: readonly string[];
}

export interface Controller {
  /** "acme.blog.posts"; in paths "/acme/blog/posts". Unique. */
  readonly id: string;
  /** The three parts of the id. `plugin` alone is not unique; `pluginId` is. */
  readonly vendor: string;
  readonly plugin: string;
  readonly name: string;
  /** "acme.blog". */
  readonly pluginId: string;
  /** Name of the model that it manages. */
  readonly model: string;
  /** The folder of its config_*.yaml and _*.htm: "~/plugins/acme/blog/controllers/posts". */
  readonly configDir: string;
  /** Codes that each of its routes requires, all of them. */
  readonly permissions: readonly string[];
  readonly actions: readonly Action[];
  readonly relations: readonly Relation[];
  readonly assets: Assets;
  /** True if GetPartialData supports it. */
  readonly suppliesPartialData: boolean;
  /** Names that a field or filter may use as `options` instead of a list; the host then supplies the choices. */
  readonly optionProviders: readonly string[];
  /** True if other places use its relations as the model's relations. Exactly one controller of each managed model sets it. */
  readonly standsForModel: boolean;
  /** The initial values of a new record; the create form starts with them. */
  readonly newRecord: readonly NewValue[];
  /** Its records are never deleted, whatever the permissions. Only a built-in controller sets it. */
  readonly neverDeletes?: true;
}

/** Code of the application that a toolbar button or a widget runs. `create` and `delete` are reserved. */
export interface Action {
  readonly name: string;
  readonly label: string;
  /** Required in addition to the controller's codes, all of them. */
  readonly permissions: readonly string[];
}

/** Paths under the plugin's assets/ directory, in load order. Gatehouse reads the files at startup. */
export interface Assets {
  /** *.js, *.mjs */
  readonly scripts: readonly string[];
  /** *.css */
  readonly styles: readonly string[];
}

export interface NewValue {
  readonly column: string;
  /** A value of the column's kind, or null. */
  readonly value: Cell;
}

export interface Plugin {
  /** "acme.blog". Unique. */
  readonly id: string;
  readonly vendor: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly navigation: readonly NavigationItem[];
  readonly settings: readonly SettingsScreen[];
  /** Entries of the settings that lead to lists; only the built-in plugin has some. */
  readonly settingsLinks?: readonly SettingsLink[];
}

/** An entry of the settings that leads to the list of a controller, for administrators who may open it. */
export interface SettingsLink {
  /** Id of the controller. */
  readonly controller: string;
  readonly label: string;
  readonly description: string;
  readonly category: string;
  readonly icon: string;
  readonly order: number;
  readonly keywords: readonly string[];
}

/** A permission code that operators can grant to roles and that controllers, actions, fields and columns can require. */
export interface Permission {
  /** "acme.blog.access_posts". Unique across plugins. */
  readonly code: string;
  readonly label: string;
  /** Its heading in the editor of roles. */
  readonly tab: string;
}

export interface NavigationItem {
  /** Unique among its siblings. */
  readonly code: string;
  readonly label: string;
  /** Name of an icon of the SPA; empty if there is none. */
  readonly icon: string;
  /** Ascending; entries with equal values keep the order of the registration. */
  readonly order: number;
  /** All of them are required, in addition to those of the target. */
  readonly permissions: readonly string[];
  /** An item without a target only groups its children. */
  readonly target?: NavigationTarget;
  /** Children have no children. */
  readonly children: readonly NavigationItem[];
}

export type NavigationTarget =
  | { readonly kind: 'controller'; readonly controller: string }
  | { readonly kind: 'settings'; readonly code: string };

/** A form with exactly one record, which always exists. */
export interface SettingsScreen {
  /** As in /settings/{code}: "acme-blog". Unique across plugins. */
  readonly code: string;
  /** "acme.blog". */
  readonly pluginId: string;
  readonly label: string;
  readonly description: string;
  /** The heading under which the settings list it. */
  readonly category: string;
  readonly icon: string;
  readonly order: number;
  /** Words that a search matches. */
  readonly keywords: readonly string[];
  /** Required codes, all of them. */
  readonly permissions: readonly string[];
  /** The path of its form's fields: "~/plugins/acme/blog/models/settings/fields.yaml". */
  readonly fields: string;
  /** The values that it contains. */
  readonly columns: readonly Column[];
  /** True if its values carry a version (`_version`). */
  readonly versioned: boolean;
  /** As for a controller. */
  readonly optionProviders: readonly string[];
}
