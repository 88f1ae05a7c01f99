import type { Action, Controller, Model } from '../registration.js';
import type { Asset } from './asset.js';
import type { FormSchema } from './form-schema.js';
import type { ListSchema } from './list-schema.js';
import type { NavigationEntry } from './navigation-schema.js';
import type { RelationSchema } from './relation-schema.js';
import type { Requirement } from './requirement.js';
import type { SettingsSchema } from './settings-schema.js';

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
