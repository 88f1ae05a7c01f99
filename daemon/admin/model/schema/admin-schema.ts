import type { Text } from '../../../i18n/text.js';
import type { Action, Controller, Model } from '../registration.js';
import type { FormSchema, SettingsLinkSchema, SettingsSchema } from './form-schema.js';
import type { ListSchema, RelationSchema } from './list-schema.js';
import type { Requirement } from './types.js';

/** A file that a controller declares and the daemon serves. */
export interface Asset {
  /** "acme/blog/js/meter.js": the path after `<prefix>/assets/`. */
  readonly path: string;
  readonly url: string;
  readonly contentType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Strong, including its quotes. */
  readonly etag: string;
  readonly bytes: Buffer;
}

/** A navigation entry with all requirements of its target, in display order. */
export interface NavigationEntry {
  readonly requires: Requirement;
  readonly view: NavigationEntryView;
  readonly children: readonly NavigationEntry[];
}

export interface NavigationEntryView {
  /** "acme.blog.posts": plugin and code. */
  readonly id: string;
  readonly label: Text;
  readonly icon: string | null;
  /** Path inside the SPA: "/acme/blog/posts", "/settings/acme-blog"; null for a heading. */
  readonly path: string | null;
}

/** The answer of GET /navigation, before localisation. */
export interface NavigationView extends NavigationEntryView {
  readonly children: readonly NavigationView[];
}

/** The answer of GET /commands, before localisation. */
export interface CommandsView {
  /** The forms for new records. */
  readonly create: readonly {
    readonly controller: string;
    /** The title of the form. */
    readonly title: Text | null;
    /** The title of the list. */
    readonly list: Text;
  }[];
  /** Whether GET /search finds records of at least one list. */
  readonly search: boolean;
}

/** Everything that the admin backend serves, compiled once from the plugins' files and the host's registration, and frozen. */
export interface AdminSchema {
  /** By id: "acme.blog.posts". */
  readonly controllers: ReadonlyMap<string, ControllerSchema>;
  /** By code. */
  readonly settings: ReadonlyMap<string, SettingsSchema>;
  /** Entries of the settings that lead to lists. */
  readonly settingsLinks: readonly SettingsLinkSchema[];
  readonly navigation: readonly NavigationEntry[];
  /** By path: "acme/blog/js/meter.js". The daemon serves no other files. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export interface ControllerSchema {
  readonly controller: Controller;
  readonly model: Model;
  /** The requirement of each of its routes. */
  readonly requires: Requirement;
  readonly list?: ListSchema;
  readonly form?: FormSchema;
  readonly relations: ReadonlyMap<string, RelationSchema>;
  /** By name; the actions that the toolbar or a widget runs. */
  readonly actions: ReadonlyMap<string, Action>;
  /** By name. */
  readonly partials: ReadonlyMap<string, PartialSchema>;
}

export interface PartialSchema {
  readonly name: string;
  /** "plugins/acme/blog/controllers/posts/_stats.htm": the key of its compiled template. */
  readonly file: string;
  /** True if the list header uses it. A header partial never gets a record. */
  readonly inHeader: boolean;
}
