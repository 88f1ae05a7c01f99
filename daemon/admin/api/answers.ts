import type { Localised, PluralForms, Text } from '../../i18n/text.js';

/** Same-origin URLs, always both lists. */
export interface AssetUrls {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** One choice that the YAML lists. */
export interface Choice {
  /** As text, whatever the column's type. */
  readonly value: string;
  readonly label: Text;
}

/** What the single-page application gets: it makes elements and texts of it, and never parses HTML. */
export type PartialNode = ElementNode | TextNode;

export interface ElementNode {
  /** In lower case. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly PartialNode[];
}

export interface TextNode {
  readonly text: string;
}

/** What the JSON API answers besides schemas: one description for the routes and for the single-page application. */

/** Every answer that is no error. */
export interface SuccessBody<Data, Meta = undefined> {
  readonly success: true;
  readonly data: Data;
  readonly meta: Meta;
  /** For the administrator, in the language of the request. */
  readonly message?: string;
}

/** What an administrator may know of itself: the data of GET /auth/me, `user` of login and refresh. */
export interface UserBody {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly name: string;
  readonly role: string | null;
  readonly superuser: boolean;
  readonly permissions: readonly string[];
  /** Null: the language of the browser. */
  readonly locale: string | null;
}

/** The answer of login and refresh to the single-page application, which gets the token as a cookie only. */
export interface SessionBody {
  /** Seconds. */
  readonly expires_in: number;
  readonly user: UserBody;
}

/** The answer of login and refresh to everybody else. */
export interface BearerBody extends SessionBody {
  readonly token: string;
  readonly token_type: 'Bearer';
}

export interface ListMeta {
  readonly page: number;
  readonly per_page: number;
  /** Null where nothing is counted, or not to the end. */
  readonly total: number | null;
  /** There are more than so many, and the rest was not counted: `total=exact` in the query counts them. */
  readonly total_over?: number;
  readonly last_page: number | null;
  readonly has_more: boolean;
  /** As the query parameter `sort` has it. */
  readonly sort: string;
}

export interface OptionsMeta {
  readonly page: number;
  readonly per_page: number;
  readonly has_more: boolean;
}

export type OptionBody = Localised<Choice>;

export type InvalidBody = Readonly<Record<string, string>>;

/** One row of a list: every column by its name. */
export interface RowBody {
  readonly id: string;
  readonly _version?: string;
  /** By column: the raw text of stored values that do not fit their columns. None of them is a member of its own. */
  readonly _invalid?: InvalidBody;
  /** Columns of which the row has only the beginning. The record's form has the whole value. */
  readonly _truncated?: readonly string[];
  readonly [column: string]: unknown;
}

/** A record: the fields of a form by their names. */
export interface RecordBody {
  readonly id: string;
  readonly _version?: string;
  /** What relation fields show instead of ids: one text, or one per id. */
  readonly _labels: Readonly<Record<string, unknown>>;
  /** By field: the raw text of stored values that do not fit their columns. None of them is a member of its own. */
  readonly _invalid?: InvalidBody;
  readonly [field: string]: unknown;
}

/** The values of a settings screen. */
export interface SettingsBody {
  readonly _version?: string;
  /** By field: the raw text of stored values that do not fit their columns. None of them is a member of its own. */
  readonly _invalid?: InvalidBody;
  readonly [field: string]: unknown;
}

/** What a widget's action or a toolbar action answers. */
export interface ActionBody {
  readonly message: string;
  /** Only declared fill keys, only JSON scalars; empty for a toolbar action. */
  readonly fill: Readonly<Record<string, Scalar>>;
}

export type Scalar = string | number | boolean | null;

/** What bulk-delete answers. */
export interface DeletedBody {
  readonly deleted: number;
}

/** What GET /lang answers. Public, so it holds the backend's own phrases and nothing of any plugin. */
export interface LanguageBundle {
  readonly locale: string;
  /** To choose from. */
  readonly locales: readonly string[];
  /** Texts with `{name}` where a value goes; per plural category where the text depends on a number. */
  readonly phrases: Readonly<Record<string, string | PluralForms>>;
}
