import type { Localised, PluralForms, Text } from '../../i18n/text.js';
import type { PasskeyBody } from './passkey-answers.js';
import type { PasskeyRequestOptions } from './passkeys.js';
import type { Tone } from './tones.js';

/** Same-origin URLs. Both lists are always present. */
export interface AssetUrls {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A choice listed in the YAML. */
export interface Choice {
  /** As a string, whatever the column's type. */
  readonly value: string;
  readonly label: Text;
  /** The meaning of the choice; absent: a plain label. */
  readonly color?: Tone;
}

/** A rendered partial for the single-page application, which builds elements and text nodes from it and never parses HTML. */
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

/** The answers of the JSON API other than schemas: one set of types for the routes and the single-page application. */

/** Every successful answer. */
export interface SuccessBody<Data, Meta = undefined> {
  readonly success: true;
  readonly data: Data;
  readonly meta: Meta;
  /** For the administrator, in the language of the request. */
  readonly message?: string;
}

/** The administrator's own data: the data of GET /auth/me, and `user` of login and refresh. */
export interface UserBody {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly name: string;
  readonly role: string | null;
  readonly superuser: boolean;
  readonly permissions: readonly string[];
  /** Null to use the browser's language. */
  readonly locale: string | null;
  /** Another password must be chosen before anything else. */
  readonly must_change_password?: true;
  /** The administrator has a page for the own account. */
  readonly has_account?: true;
  /** The sessions are listed, and can be ended one by one. */
  readonly has_sessions?: true;
  /** The host keeps second factors. */
  readonly second_factor?: 'on' | 'off';
  /** A passkey can be the second factor. */
  readonly has_passkeys?: true;
  /** A second factor must be set up before anything else. */
  readonly must_set_up_second_factor?: true;
}

/** The ways to complete a sign-in. */
export type SignInMethod = 'passkey' | 'app' | 'recovery_code';

/** The answer of login if a second factor is needed: the sign-in continues with POST /auth/second-factor. */
export interface CodeNeededBody {
  /** For the second step; opaque. */
  readonly second_factor: string;
  /** Only if passkeys can be the second factor. */
  readonly methods?: readonly SignInMethod[];
  /** Only with the method "passkey". */
  readonly passkey?: PasskeyRequestOptions;
  /** Seconds. */
  readonly expires_in: number;
}

/** The data of GET /auth/account/second-factor. */
export interface SecondFactorBody {
  readonly is_on: boolean;
  /** Whether the role demands it. */
  readonly is_required: boolean;
  /** Whether an authenticator app is set up. */
  readonly has_app: boolean;
  readonly recovery_codes_left: number;
  /** Only if passkeys can be the second factor; the one that was added first is the first. */
  readonly passkeys?: readonly PasskeyBody[];
}

/** The answer of POST /auth/account/second-factor/setup. */
export interface SecondFactorSetupBody {
  /** Base32, for those who type it. */
  readonly secret: string;
  /** "otpauth://totp/…", for a QR code. */
  readonly uri: string;
  /** For the confirmation; opaque. */
  readonly ticket: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Shown once. */
export interface RecoveryCodesBody {
  readonly recovery_codes: readonly string[];
}

/** The account of a colleague: the data of GET …/administrators/{id}/account. */
export interface AccountBody {
  readonly active: boolean;
  readonly has_password: boolean;
  /** Whether the caller may set a password or end sessions. */
  readonly may_manage: boolean;
  /** Whether it is the caller's own account. */
  readonly is_own: boolean;
  /** Whether there is a second factor; only if the host keeps them. */
  readonly has_second_factor?: boolean;
}

/** One session of an administrator, in the data of GET /auth/account/sessions. */
export interface ListedSessionBody {
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly is_current: boolean;
  /** "Firefox"; empty if it is not known. */
  readonly browser: string;
  /** "Windows"; empty if it is not known. */
  readonly system: string;
  /** "203.0.113.0/24"; empty if it is not known. */
  readonly network: string;
  /** RFC 3339. */
  readonly opened_at: string;
  /** RFC 3339; up to ten minutes early. */
  readonly used_at: string;
}

/** The answer of POST …/administrators/{id}/password-link. */
export interface PasswordLinkBody {
  /** On this origin, with the token as its fragment. */
  readonly path: string;
  /** RFC 3339. */
  readonly expires_at: string;
}

/** The answer of login and refresh to the single-page application, which gets the token only as a cookie. */
export interface SessionBody {
  /** Seconds. */
  readonly expires_in: number;
  readonly user: UserBody;
}

/** The answer of login and refresh to all other clients. */
export interface BearerBody extends SessionBody {
  readonly token: string;
  readonly token_type: 'Bearer';
}

/** A saved view of a list, as one administrator may see it. */
export interface SavedViewBody {
  readonly id: string;
  readonly name: string;
  /** Search, filters, sort and columns in the grammar of a list query. */
  readonly query: string;
  readonly shared: boolean;
  readonly own: boolean;
  /** The name of its owner. */
  readonly owner: string;
  /** Send it back with a change. */
  readonly version: number;
}

export interface ListMeta {
  readonly page: number;
  readonly per_page: number;
  /** Null if Gatehouse does not count, or does not count to the end. */
  readonly total: number | null;
  /** There are more than this number, and Gatehouse has not counted the rest; `total=exact` in the query counts all. */
  readonly total_over?: number;
  readonly last_page: number | null;
  readonly has_more: boolean;
  /** In the format of the query parameter `sort`. */
  readonly sort: string;
}

export interface OptionsMeta {
  readonly page: number;
  readonly per_page: number;
  readonly has_more: boolean;
}

export type OptionBody = Localised<Choice>;

export type InvalidBody = Readonly<Record<string, string>>;

/** One row of a list: all columns by name. */
export interface RowBody {
  readonly id: string;
  readonly _version?: string;
  /** By column: the raw text of stored values that do not fit their columns. The row has no members of its own for them. */
  readonly _invalid?: InvalidBody;
  /** Columns of which the row has only the beginning. The record's form has the whole value. */
  readonly _truncated?: readonly string[];
  readonly [column: string]: unknown;
}

/** A record: the fields of a form by name. */
export interface RecordBody {
  readonly id: string;
  readonly _version?: string;
  /** Its name, for headings and dialogs: one line of at most 120 characters. Absent if it has none. */
  readonly _title?: string;
  /** Only in a conflict: when the record was last changed, and by whom, as far as it is known. */
  readonly _changed?: { readonly at?: string; readonly by?: string };
  /** The labels that relation fields show instead of ids: one string, or one per id. */
  readonly _labels: Readonly<Record<string, unknown>>;
  /** By field: the raw text of stored values that do not fit their columns. The record has no members of its own for them. */
  readonly _invalid?: InvalidBody;
  readonly [field: string]: unknown;
}

/** The values of a settings screen. */
export interface SettingsBody {
  readonly _version?: string;
  /**
   * By field: the raw text of stored values that do not fit their columns. The values have no members of their own for them.
   */
  readonly _invalid?: InvalidBody;
  readonly [field: string]: unknown;
}

/** The answer of a widget's action or a toolbar action. */
export interface ActionBody {
  readonly message: string;
  /** Contains only declared fill keys and JSON scalars; empty for a toolbar action. */
  readonly fill: Readonly<Record<string, Scalar>>;
}

export type Scalar = string | number | boolean | null;

/** The answer of bulk-delete. */
export interface DeletedBody {
  readonly deleted: number;
}

/** The answer of POST …/bulk/{action}: what happened to one batch of records. */
export interface BulkBody {
  /** The number of records on which the act is done. */
  readonly done: number;
  readonly unchanged: readonly UnchangedBody[];
  /** Id of the last record that was taken, to continue after it. */
  readonly last: string;
  readonly has_more: boolean;
  /** The action's message about the last record; may be empty. */
  readonly message: string;
}

/** A record that did not change at all, and why. */
export interface UnchangedBody {
  readonly id: string;
  /** May be empty. */
  readonly label: string;
  /** missing: the record does not exist, or not for this administrator. failed: an error of the application. */
  readonly reason: 'missing' | 'refused' | 'failed';
  /** Why the application refuses; empty for the other reasons. */
  readonly message: string;
}

/** The meta of GET …/export/records. */
export interface ExportMeta {
  readonly has_more: boolean;
}

export const IMPORT_ENCODINGS = ['utf-8', 'windows-1252'] as const;
/** The encoding of a file without a byte order mark. */
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

export const IMPORT_SEPARATORS = [',', ';', '\t'] as const;
export type ImportSeparator = (typeof IMPORT_SEPARATORS)[number];

/** Each row of an import creates a record, updates the one that matches, or updates it and otherwise creates one. */
export const IMPORT_MODES = ['create', 'update', 'both'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The answer of POST …/import/check: how Gatehouse reads a file, and what is wrong with it. Nothing is written. */
export interface ImportCheckBody {
  /** As in the request, or else guessed from the headings. */
  readonly separator: ImportSeparator;
  /** As in the request; or "utf-8" or "utf-16", if a byte order mark says so. */
  readonly encoding: ImportEncoding | 'utf-16';
  /** The sign before the fraction of a number. */
  readonly decimal: '.' | ',';
  /** As in the request, or the first one of `modes`. */
  readonly mode: ImportMode;
  /** The modes that the administrator may use. */
  readonly modes: readonly ImportMode[];
  /** Name of the field that says which record a row updates; null: the mode updates none. */
  readonly key: string | null;
  /** The fields that can say so. */
  readonly keys: readonly Pick<ImportFieldBody, 'name' | 'label'>[];
  /** The columns of the file. */
  readonly columns: readonly ImportColumnBody[];
  /** The fields that a column can fill. */
  readonly fields: readonly ImportFieldBody[];
  /** The number of rows below the headings. */
  readonly rows: number;
  /** The first rows: the value of each mapped column as Gatehouse reads it; null where it is empty or wrong. */
  readonly preview: readonly (readonly (string | null)[])[];
  /** The outcomes of those rows; null: they have problems. */
  readonly outcomes: readonly (ImportOutcome | null)[];
  readonly counts: ImportCounts;
  readonly problems: readonly ImportProblemBody[];
  /** Problems that `problems` has no room for. */
  readonly more_problems: number;
}

/** The number of rows without a problem that create a record, that change one, and that change nothing. */
export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export type ImportOutcome = keyof ImportCounts;

export interface ImportColumnBody {
  readonly heading: string;
  /** Name of the field that it fills; null: the import ignores it. */
  readonly field: string | null;
  /** The first values that are not empty. */
  readonly samples: readonly string[];
}

export interface ImportFieldBody {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
}

export interface ImportProblemBody {
  /** As a spreadsheet counts: 1 is that of the headings. Null: the whole file. */
  readonly row: number | null;
  /** Index of a column of the file; null: the whole row. */
  readonly column: number | null;
  readonly message: string;
}

/** The answer of POST …/import: all rows were imported, or none was; then all counts are 0. */
export interface ImportBody extends ImportCounts {
  readonly problems: readonly ImportProblemBody[];
  /** Problems that `problems` has no room for. */
  readonly more_problems: number;
  /** The application did not look at the rows behind the last problem. */
  readonly incomplete: boolean;
}

/** One list in the answer of GET /search. */
export interface FoundBody {
  readonly controller: string;
  /** The title of the list. */
  readonly label: string;
  /** Path of a record inside the SPA, with `:id`. */
  readonly record_url: string;
  /** At least one. */
  readonly records: readonly { readonly id: string; readonly title: string }[];
  /** Whether more records match. */
  readonly has_more: boolean;
}

/** The answer of GET /lang. It is public, so it contains the backend's own phrases and none of any plugin. */
export interface LanguageBundle {
  readonly locale: string;
  /** The available locales. */
  readonly locales: readonly string[];
  /** Texts with `{name}` as placeholders; one per plural category if the text depends on a number. */
  readonly phrases: Readonly<Record<string, string | PluralForms>>;
}
