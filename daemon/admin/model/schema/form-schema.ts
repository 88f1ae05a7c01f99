import type { CountedText, Text } from '../../../i18n/text.js';
import type { AssetUrls, Choice } from '../../api/answers.js';
import type { Column, Relation } from '../column.js';
import type { NamedScope } from '../query.js';
import type { Model, SettingsScreen } from '../registration.js';
import type { FieldType, FormContext, Requirement } from './types.js';

/**
 * What a value must satisfy to be written, besides fitting its column (type, length, range, precision: the column's own
 * declaration). Only fields with rules are writable.
 */
export interface FieldRules {
  /** Null, the empty list and a text without a visible character are rejected; on create also an absent key. */
  readonly required: boolean;
  /** An address by the usual form. */
  readonly email?: true;
  /** "#rrggbb". */
  readonly colour?: true;
  /** A switch or checkbox: true and false are 1 and 0 in an integer column. */
  readonly flag?: true;
  /** A blank value keeps what is stored, and the value is never returned. */
  readonly secret?: true;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** "YYYY-MM-DD", both inclusive. */
  readonly minDate?: string;
  readonly maxDate?: string;
  /** The listed choices, each in the text of model/cell-json.ts; for a json column each item must be one of them. */
  readonly choices?: ReadonlySet<string>;
  /** Choices come from this provider of the host, which checks the value itself. */
  readonly optionProvider?: string;
}

/** A form field as the single-page application gets it. Members that do not apply are absent. */
export interface FieldView {
  readonly name: string;
  readonly type: FieldType;
  /** What its value is kept in; absent where that is no column. */
  readonly column?: FieldColumn;
  readonly label: Text | null;
  readonly area: FieldArea;
  /** Null outside of tabs. */
  readonly tab: Text | null;
  readonly span: FieldSpan;
  readonly size?: FieldSize;
  readonly context: readonly FormContext[];
  readonly comment?: Text;
  readonly commentAbove?: Text;
  readonly placeholder?: Text;
  /** What a new record starts with; of the column's kind as JSON has it. */
  readonly default?: string | number | boolean | readonly string[];
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly hidden: boolean;
  readonly dependsOn: readonly string[];
  readonly trigger?: TriggerView;
  readonly preset?: PresetView;
  /** Choices that the YAML lists. */
  readonly options?: readonly Choice[];
  /** Choices come from GET …/fields/{name}/options. */
  readonly optionsFromServer?: true;
  /** A relation field that takes several records. */
  readonly multiple?: boolean;
  readonly emptyOption?: Text;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly mode?: DateMode;
  readonly minDate?: string;
  readonly maxDate?: string;
  /** Of a code editor: "html". */
  readonly language?: string;
  /** Name of the relation schema that a relation manager shows. */
  readonly relation?: string;
  /** Name of the partial. */
  readonly path?: string;
  /** Name of the custom element. */
  readonly widget?: string;
  /** Fields that the widget's action may write back. */
  readonly fill?: readonly string[];
  /** What is asked before the widget's action runs; absent: it runs when the widget asks for it. */
  readonly confirm?: Text;
}

/** Which JSON values a column takes; whether a blank one is null or the empty text. */
export type FieldColumn = Pick<Column, 'type' | 'nullable'>;

export type FieldArea = 'outside' | 'primary' | 'secondary';

export const FIELD_SPANS = ['full', 'auto', 'left', 'right', 'row'] as const;
export type FieldSpan = (typeof FIELD_SPANS)[number];

export const FIELD_SIZES = ['tiny', 'small', 'large', 'huge', 'giant'] as const;
export type FieldSize = (typeof FIELD_SIZES)[number];

export const DATE_MODES = ['date', 'datetime', 'time'] as const;
export type DateMode = (typeof DATE_MODES)[number];

export const TRIGGER_ACTIONS = ['show', 'hide', 'enable', 'disable', 'empty'] as const;
export type TriggerAction = (typeof TRIGGER_ACTIONS)[number];

/** Does something to this field while another one meets the condition. */
export interface TriggerView {
  readonly actions: readonly TriggerAction[];
  readonly field: string;
  readonly condition: TriggerCondition;
}

export type TriggerCondition =
  { readonly kind: 'checked' | 'unchecked' } | { readonly kind: 'value'; readonly values: readonly string[] };

export const PRESET_TYPES = ['slug', 'url', 'exact', 'camel'] as const;
export type PresetType = (typeof PRESET_TYPES)[number];

/** Follows another field while nobody has typed into this one. */
export interface PresetView {
  readonly field: string;
  readonly type: PresetType;
}

/** The forms of a controller as compiled. schema/permitted/form.ts makes it one administrator's, for one context. */
export interface FormSchema {
  readonly controller: string;
  readonly model: Model;
  /** In the order of the files: fields outside of tabs, then primary tabs, then secondary ones. */
  readonly fields: readonly FormField[];
  /** What each operation requires besides the controller's own codes. */
  readonly operations: Readonly<Record<FormContext | 'delete', Requirement>>;
  readonly view: FormViewBase;
}

export interface FormField {
  readonly name: string;
  /** The forms it stands on: no two fields of one name share one. */
  readonly contexts: readonly FormContext[];
  readonly binding: FieldBinding;
  /** Where a value that a request carries for it may be written: undefined for what is only shown. */
  readonly rules?: FieldRules;
  readonly requires: Requirement;
  readonly view: FieldView;
}

export type FieldBinding =
  | { readonly kind: 'column'; readonly column: Column; readonly choices?: FieldChoices }
  | {
      readonly kind: 'relation';
      readonly relation: Relation;
      /** Of a belongsTo: the column of this model that holds the related record's key. */
      readonly key?: Column;
      /** What stands for a related record. */
      readonly label: Column;
      readonly scope?: NamedScope;
    }
  /** A relation manager, by the name of its relation schema. */
  | { readonly kind: 'manager'; readonly relation: string }
  | { readonly kind: 'partial'; readonly partial: string }
  | { readonly kind: 'widget'; readonly action: string; readonly fill: readonly Column[] }
  /** Sections, hints, and fields that are shown but never saved (`_name`). */
  | { readonly kind: 'none' };

export type FieldChoices =
  | { readonly kind: 'listed'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'provider'; readonly provider: string };

/** What GET …/schema/form answers, before localising. */
export interface FormView extends Omit<FormViewBase, 'contexts'> {
  readonly fields: readonly FieldView[];
  /** Null: this administrator has no such form. */
  readonly contexts: Readonly<Record<FormContext, FormContextView | null>>;
  readonly mayDelete: boolean;
}

export interface FormViewBase {
  readonly controller: string;
  readonly name: CountedText;
  readonly contexts: Readonly<Record<FormContext, FormContextView>>;
  /** Path inside the SPA; null where the list is what to go back to. */
  readonly defaultRedirect: string | null;
  readonly assets: AssetUrls;
}

export interface FormContextView {
  readonly title: Text | null;
  readonly redirect: string | null;
  readonly redirectClose: string | null;
  readonly flashSave: Text | null;
  readonly flashDelete: Text | null;
}

/** A settings screen as compiled. */
export interface SettingsSchema {
  readonly screen: SettingsScreen;
  readonly requires: Requirement;
  readonly fields: readonly FormField[];
  readonly entry: SettingsEntryView;
}

/** One entry of GET /settings, before localising. */
export interface SettingsEntryView {
  readonly code: string;
  readonly label: Text;
  readonly description: Text | null;
  readonly category: Text | null;
  readonly icon: string | null;
  readonly order: number;
  readonly keywords: readonly Text[];
}

/** What GET /settings/{code}/schema answers, before localising. */
export interface SettingsView extends SettingsEntryView {
  readonly fields: readonly FieldView[];
}
