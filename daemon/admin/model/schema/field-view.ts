import type { Column } from '../column.js';
import type { Text } from './text.js';
import type { FieldType, FormContext } from './types.js';
import type { Choice } from './view-parts.js';

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
