import type { Text } from '../../../i18n/text.js';
import type { Action, Controller, Model } from '../registration.js';
import type { FormSchema, SettingsSchema } from './form-schema.js';
import type { ListSchema, RelationSchema } from './list-schema.js';
import type { Requirement } from './types.js';

/** A file that a controller declares, as it is served. */
export interface Asset {
  /** "acme/blog/js/meter.js": what follows `<prefix>/assets/`. */
  readonly path: string;
  readonly url: string;
  readonly contentType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Strong, with its quotes. */
  readonly etag: string;
  readonly bytes: Buffer;
}

/** A navigation entry with all that its target requires, sorted as it is shown. */
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
  /** Path inside the SPA: "/acme/blog/posts", "/settings/acme-blog"; null for a mere heading. */
  readonly path: string | null;
}

/** What GET /navigation answers, before localising. */
export interface NavigationView extends NavigationEntryView {
  readonly children: readonly NavigationView[];
}

/** Everything the admin backend serves, compiled once from the plugins' files and the host's registration, and frozen. */
export interface AdminSchema {
  /** By id: "acme.blog.posts". */
  readonly controllers: ReadonlyMap<string, ControllerSchema>;
  /** By code. */
  readonly settings: ReadonlyMap<string, SettingsSchema>;
  readonly navigation: readonly NavigationEntry[];
  /** By path: "acme/blog/js/meter.js". Nothing else is served. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export interface ControllerSchema {
  readonly controller: Controller;
  readonly model: Model;
  /** What every route of it requires. */
  readonly requires: Requirement;
  readonly list?: ListSchema;
  readonly form?: FormSchema;
  readonly relations: ReadonlyMap<string, RelationSchema>;
  /** By name; those that the toolbar or a widget runs. */
  readonly actions: ReadonlyMap<string, Action>;
  /** By name. */
  readonly partials: ReadonlyMap<string, PartialSchema>;
}

export interface PartialSchema {
  readonly name: string;
  /** "plugins/acme/blog/controllers/posts/_stats.htm": key of its compiled template. */
  readonly file: string;
  /** What uses it: a header partial never gets a record. */
  readonly inHeader: boolean;
}
