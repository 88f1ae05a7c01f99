import type { CountedText, Text } from '../../../i18n/text.js';
import type { AssetUrls, Choice } from '../../api/answers.js';
import type { TagSeparator } from '../../api/tags.js';
import type { Column, Relation } from '../column.js';
import type { NamedScope } from '../query.js';
import type { Model, SettingsScreen } from '../registration.js';
import type { RelatedForm, RelatedFormView } from './related-form.js';
import type { FieldType, FormContext, Requirement } from './types.js';

/**
 * The rules for a new value, in addition to the column's own declaration (type, length, range, precision). Only fields with
 * rules are writable.
 */
export interface FieldRules {
  /** Rejects null, the empty list and a string without visible characters; on create also an absent key. */
  readonly required: boolean;
  /** The usual format of an email address. */
  readonly email?: true;
  /** "#rrggbb". */
  readonly color?: true;
  /** HTML that the allowlist permits (partials/rich-text.ts). */
  readonly html?: true;
  /** A switch or checkbox. In an integer column, true and false become 1 and 0. */
  readonly flag?: true;
  /** A blank value keeps the stored one, and the API never returns the value. */
  readonly secret?: true;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** "YYYY-MM-DD", both inclusive. */
  readonly minDate?: string;
  readonly maxDate?: string;
  /** The listed choices in the canonical form of model/cell-json.ts. For a json column, each item must be one of them. */
  readonly choices?: ReadonlySet<string>;
  /** A list of tags: texts that the user may type. */
  readonly tags?: TagRules;
  /** A list of different permission codes. They may be unknown: a plugin that declared one may be gone. */
  readonly permissionCodes?: true;
  /** This provider of the host supplies the choices and validates the value. */
  readonly optionProvider?: string;
}

/** The rules of a list of tags. The tags are different from each other and not blank. */
export interface TagRules {
  /** In a text column, the character between two tags; undefined in a json column, which holds a list. */
  readonly separator?: TagSeparator;
  readonly maximum: number;
  /** The only tags; undefined if others may be written. */
  readonly choices?: ReadonlySet<string>;
}

/** A form field in the form that the single-page application receives. Members that do not apply are absent. */
export interface FieldView {
  readonly name: string;
  readonly type: FieldType;
  /** The column that stores its value; absent if there is none. */
  readonly column?: FieldColumn;
  readonly label: Text | null;
  readonly area: FieldArea;
  /** Null outside tabs. */
  readonly tab: Text | null;
  /** The tab in links, the same in every language (AD-460); absent outside tabs. */
  readonly tabId?: string;
  readonly span: FieldSpan;
  readonly size?: FieldSize;
  readonly context: readonly FormContext[];
  readonly comment?: Text;
  readonly commentAbove?: Text;
  readonly placeholder?: Text;
  /** The initial value in a new record, in the JSON form of the column's kind. */
  readonly default?: string | number | boolean | readonly string[];
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly hidden: boolean;
  readonly dependsOn: readonly string[];
  readonly trigger?: TriggerView;
  readonly preset?: PresetView;
  /** The choices listed in the YAML. */
  readonly options?: readonly Choice[];
  /** For a tag list: how it is stored, and whether the user may write tags that are not among the choices. */
  readonly tags?: TagsView;
  /** For a nested form or a repeater: the forms inside. */
  readonly nested?: NestedView;
  /** For a permission editor: every registered code. */
  readonly permissions?: readonly PermissionChoice[];
  /** GET …/fields/{name}/options returns the choices. */
  readonly optionsFromServer?: true;
  /** True for a relation field with several records. */
  readonly multiple?: boolean;
  readonly emptyOption?: Text;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly mode?: DateMode;
  readonly minDate?: string;
  readonly maxDate?: string;
  /** For a code editor: "html". */
  readonly language?: string;
  readonly code?: CodeSettings;
  /** Of a rich text editor; absent: all. */
  readonly toolbarButtons?: readonly RichButton[];
  /** Name of the relation schema that the relation manager shows. */
  readonly relation?: string;
  /** For a relation field: the form of the related records; absent if the administrator may neither open nor create them. */
  readonly related?: RelatedFormView;
  /** Name of the partial. */
  readonly path?: string;
  /** Name of the custom element of a widget. */
  readonly widget?: string;
  /** Name of the custom element that edits a value of `type: element`. */
  readonly element?: string;
  /** Fields that the widget's action may write back. */
  readonly fill?: readonly string[];
  /** The question before the widget's action runs; absent if it runs without confirmation. */
  readonly confirm?: Text;
}

/** How a code editor shows and edits its text. An absent member has the default of the YAML. */
export interface CodeSettings {
  /** Columns of a tab stop, and of one step of indentation. */
  readonly tabSize?: number;
  /** Whether Tab inserts spaces. */
  readonly useSoftTabs?: boolean;
  readonly showGutter?: boolean;
  readonly wrapWords?: boolean;
  readonly codeFolding?: boolean;
  readonly highlightActiveLine?: boolean;
  readonly showInvisibles?: boolean;
}

/** Buttons of the rich text editor, by the names that October has for them. */
export const RICH_BUTTONS = [
  'paragraphFormat',
  'bold',
  'italic',
  'underline',
  'strikeThrough',
  'code',
  'formatUL',
  'formatOL',
  'quote',
  'codeBlock',
  'insertLink',
  'insertHR',
  'clearFormatting',
  'undo',
  'redo',
] as const;
export type RichButton = (typeof RICH_BUTTONS)[number];

export interface TagsView {
  /** Null if the value is a list; otherwise the character between two tags of a text. */
  readonly separator: TagSeparator | null;
  readonly custom: boolean;
  readonly maximum: number;
}

/** The value of a json column as a form: one object, or a list of them. */
export interface NestedForms {
  readonly kind: 'object' | 'list';
  /** One for each kind of item; a single one without a code if there are no kinds. */
  readonly forms: readonly NestedForm[];
  /** The member of an item that names its kind; null if there are no kinds. */
  readonly groupKey: string | null;
  /** The number of items. */
  readonly minimum: number;
  readonly maximum: number;
  /** True if this administrator sees only some of the fields. */
  readonly isPartial?: true;
}

export interface NestedForm {
  readonly code: string | null;
  /** Bound to columns that exist only here: the types of the members of an object. */
  readonly fields: readonly FormField[];
}

export const REPEATER_STYLES = ['default', 'collapsed', 'accordion'] as const;
export type RepeaterStyle = (typeof REPEATER_STYLES)[number];

/** The same for the single-page application. */
export interface NestedView extends Pick<NestedForms, 'kind' | 'groupKey' | 'minimum' | 'maximum'> {
  readonly forms: readonly NestedFormView[];
  /** Label of the button that adds an item. */
  readonly prompt: Text | null;
  readonly style: RepeaterStyle;
  readonly showReorder: boolean;
  readonly showDuplicate: boolean;
  /** Whether a nested form has a frame. */
  readonly showPanel: boolean;
  /** Whether a new record gets the object even if it is blank. */
  readonly defaultCreate: boolean;
}

export interface NestedFormView {
  readonly code: string | null;
  readonly label: Text | null;
  readonly description: Text | null;
  /** The field that names an item. */
  readonly titleFrom: string | null;
  readonly fields: readonly FieldView[];
}

/** A registered permission code. */
export interface PermissionChoice {
  readonly code: string;
  readonly label: Text;
  /** Its heading; null if it has none. */
  readonly tab: Text | null;
}

/** Determines the valid JSON values of a column, and whether a blank one is null or the empty string. */
export type FieldColumn = Pick<Column, 'type' | 'nullable'>;

export type FieldArea = 'outside' | 'primary' | 'secondary';

export const FIELD_SPANS = ['full', 'auto', 'left', 'right', 'row'] as const;
export type FieldSpan = (typeof FIELD_SPANS)[number];

export const FIELD_SIZES = ['tiny', 'small', 'large', 'huge', 'giant'] as const;
export type FieldSize = (typeof FIELD_SIZES)[number];

export const DATE_MODES = ['date', 'datetime', 'time'] as const;
export type DateMode = (typeof DATE_MODES)[number];

export const TAG_MODES = ['string', 'array'] as const;

export const TRIGGER_ACTIONS = ['show', 'hide', 'enable', 'disable', 'empty'] as const;
export type TriggerAction = (typeof TRIGGER_ACTIONS)[number];

/** Changes this field while another field meets the condition. */
export interface TriggerView {
  readonly actions: readonly TriggerAction[];
  readonly field: string;
  readonly condition: TriggerCondition;
}

export type TriggerCondition =
  | { readonly kind: 'checked' | 'unchecked' }
  | { readonly kind: 'value'; readonly values: readonly string[] };

export const PRESET_TYPES = ['slug', 'url', 'exact', 'camel'] as const;
export type PresetType = (typeof PRESET_TYPES)[number];

/** Follows another field until the user types into this one. */
export interface PresetView {
  readonly field: string;
  readonly type: PresetType;
}

/** The compiled forms of a controller. schema/permitted/form.ts reduces them to one administrator's form in one context. */
export interface FormSchema {
  readonly controller: string;
  readonly model: Model;
  /** In file order: fields outside tabs, then primary tabs, then secondary tabs. */
  readonly fields: readonly FormField[];
  /** The requirement of each operation, in addition to the controller's own codes. */
  readonly operations: Readonly<Record<FormContext | 'delete', Requirement>>;
  /** The columns that can name a record. The first one that the administrator may see does. */
  readonly titles: readonly RecordTitle[];
  /** The columns that say when a record was last changed, and by whom. */
  readonly lastChange: LastChange;
  readonly view: FormViewBase;
}

export interface LastChange {
  readonly at?: ShownColumn;
  readonly by?: ShownColumn;
}

/** A column with what the parts of the list and the form require that show it. */
export interface ShownColumn {
  readonly column: Column;
  /** One of these is enough. Empty if nothing shows the column: then it has no secret. */
  readonly shownBy: readonly Requirement[];
}

/** A column that names a record, with the requirement for seeing it. */
export interface RecordTitle {
  readonly column: Column;
  readonly requires: Requirement;
}

export interface FormField {
  readonly name: string;
  /** The forms that contain it. Fields of the same name have no form in common. */
  readonly contexts: readonly FormContext[];
  readonly binding: FieldBinding;
  /** The rules for writing a value from a request; undefined for a display-only field. */
  readonly rules?: FieldRules;
  readonly requires: Requirement;
  /** For a nested form or a repeater: the forms of its value. */
  readonly nested?: NestedForms;
  /** For a relation: the form of its records. */
  readonly related?: RelatedForm;
  readonly view: FieldView;
}

export type FieldBinding =
  | { readonly kind: 'column'; readonly column: Column; readonly choices?: FieldChoices }
  | {
      readonly kind: 'relation';
      readonly relation: Relation;
      /** For a belongsTo: this model's column with the related record's key. */
      readonly key?: Column;
      /** The column that labels a related record. */
      readonly label: Column;
      readonly scope?: NamedScope;
    }
  /** A relation manager, by the name of its relation schema. */
  | { readonly kind: 'manager'; readonly relation: string }
  | { readonly kind: 'partial'; readonly partial: string }
  | { readonly kind: 'widget'; readonly action: string; readonly fill: readonly Column[] }
  /** Sections, hints, and display-only fields, which Gatehouse never saves (`_name`). */
  | { readonly kind: 'none' };

export type FieldChoices =
  | { readonly kind: 'listed'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'provider'; readonly provider: string };

/** The answer of GET …/schema/form, before localisation. */
export interface FormView extends Omit<FormViewBase, 'contexts'> {
  readonly fields: readonly FieldView[];
  /** Null if this administrator may not use the form. */
  readonly contexts: Readonly<Record<FormContext, FormContextView | null>>;
  readonly mayDelete: boolean;
}

export interface FormViewBase {
  readonly controller: string;
  readonly name: CountedText;
  readonly contexts: Readonly<Record<FormContext, FormContextView>>;
  /** Path inside the SPA; null to return to the list. */
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

/** A compiled settings screen. */
export interface SettingsSchema {
  readonly screen: SettingsScreen;
  readonly requires: Requirement;
  readonly fields: readonly FormField[];
  readonly entry: SettingsEntryView;
}

/** One entry of GET /settings, before localisation. */
export interface SettingsEntryView {
  readonly code: string;
  readonly label: Text;
  readonly description: Text | null;
  readonly category: Text | null;
  readonly icon: string | null;
  readonly order: number;
  readonly keywords: readonly Text[];
  /** Path inside the SPA that it leads to; absent for a settings screen. */
  readonly path?: string;
}

/** An entry that leads to the list of a controller. */
export interface SettingsLinkSchema {
  readonly requires: Requirement;
  readonly entry: SettingsEntryView;
}

/** The answer of GET /settings/{code}/schema, before localisation. */
export interface SettingsView extends SettingsEntryView {
  readonly fields: readonly FieldView[];
}
