import type { Cell, Column, Relation } from './column.js';

/**
 * What the host registered for the admin backend: its part of Describe, checked in itself (every name that is referred to
 * exists, nothing is there twice) and frozen. It says what code and data there are; what of it is shown, and how, is
 * declared in the plugins' YAML files, which the compiler (admin/schema) joins with it.
 *
 * Texts named `label`, `description` and the like are locale-neutral: a phrase key ("acme.blog::lang.posts.title") or, where
 * no such phrase exists, the text itself.
 */
export interface AdminRegistration {
  /** Locale for whoever asks for none that exists: "en". */
  readonly defaultLocale: string;
  readonly models: readonly Model[];
  readonly controllers: readonly Controller[];
  readonly plugins: readonly Plugin[];
}

/** A database model: one that a controller manages, that a relation leads to, or that a filter offers as choices. */
export interface Model {
  /** The `modelClass` of the YAML: "Acme\\Blog\\Models\\Post". Unique. */
  readonly name: string;
  readonly table: string;
  /** Name of the column that is the primary key; ids cross as text whatever its type. */
  readonly primaryKey: string;
  /** Whether records carry a version that an update can be held against (`_version`). */
  readonly versioned: boolean;
  readonly columns: readonly Column[];
  /** Query scopes that a filter or a relation field may ask for by name (`scope`). */
  readonly scopes: readonly string[];
}

export interface Controller {
  /** "acme.blog.posts"; in paths "/acme/blog/posts". Unique. */
  readonly id: string;
  /** The three parts of the id; `plugin` alone is not unique, `pluginId` is. */
  readonly vendor: string;
  readonly plugin: string;
  readonly name: string;
  /** "acme.blog". */
  readonly pluginId: string;
  /** Name of the model it manages. */
  readonly model: string;
  /** Where its config_*.yaml and _*.htm lie: "~/plugins/acme/blog/controllers/posts". */
  readonly configDir: string;
  /** Codes that every route of it requires, all of them. */
  readonly permissions: readonly string[];
  readonly actions: readonly Action[];
  readonly relations: readonly Relation[];
  readonly assets: Assets;
  /** Whether GetPartialData may be called for it. */
  readonly suppliesPartialData: boolean;
  /** Names that the `options` of a field or filter may give instead of a list: the host is asked for the choices. */
  readonly optionProviders: readonly string[];
  /** Whether its relations are those of the model elsewhere, too: of several controllers of one model exactly one's are. */
  readonly standsForModel: boolean;
  /** What a new record holds before anything is filled in; the create form starts with it. */
  readonly newRecord: readonly NewValue[];
}

/** Code of the application that a toolbar button or a widget runs. `create` and `delete` are reserved. */
export interface Action {
  readonly name: string;
  readonly label: string;
  /** Required besides the controller's, all of them. */
  readonly permissions: readonly string[];
}

/** Paths under the plugin's assets/ directory, in the order in which they are loaded. Read at startup. */
export interface Assets {
  /** *.js, *.mjs */
  readonly scripts: readonly string[];
  /** *.css */
  readonly styles: readonly string[];
}

export interface NewValue {
  readonly column: string;
  /** Of the column's kind, or null. */
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
}

/** A permission code that roles may be granted and that controllers, actions, fields and columns may require. */
export interface Permission {
  /** "acme.blog.access_posts". Unique among all plugins. */
  readonly code: string;
  readonly label: string;
  /** Heading under which it stands where roles are edited. */
  readonly tab: string;
}

export interface NavigationItem {
  /** Unique among its siblings. */
  readonly code: string;
  readonly label: string;
  /** Name of an icon of the SPA; empty for none. */
  readonly icon: string;
  /** Ascending; equal ones stay in the order of the registration. */
  readonly order: number;
  /** All of them are required, besides those of what it leads to. */
  readonly permissions: readonly string[];
  /** An item without target only groups its children. */
  readonly target?: NavigationTarget;
  /** Children have no children. */
  readonly children: readonly NavigationItem[];
}

export type NavigationTarget =
  { readonly kind: 'controller'; readonly controller: string } | { readonly kind: 'settings'; readonly code: string };

/** A form with exactly one record, which always exists. */
export interface SettingsScreen {
  /** As in /settings/{code}: "acme-blog". Unique among all plugins. */
  readonly code: string;
  /** "acme.blog". */
  readonly pluginId: string;
  readonly label: string;
  readonly description: string;
  /** Heading under which it stands. */
  readonly category: string;
  readonly icon: string;
  readonly order: number;
  /** Words that a search finds it by. */
  readonly keywords: readonly string[];
  /** Codes that it requires, all of them. */
  readonly permissions: readonly string[];
  /** Where its form's fields are declared: "~/plugins/acme/blog/models/settings/fields.yaml". */
  readonly fields: string;
  /** The values it holds. */
  readonly columns: readonly Column[];
  /** Whether its values carry a version (`_version`). */
  readonly versioned: boolean;
  /** As of a controller. */
  readonly optionProviders: readonly string[];
}
