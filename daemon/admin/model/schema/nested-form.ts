import type { Text } from '../../../i18n/text.js';
import type { FieldView, FormField } from './form-schema.js';

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
