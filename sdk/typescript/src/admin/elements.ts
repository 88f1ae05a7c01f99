/**
 * The types of plugins' custom elements in the pages of the admin backend (docs/admin/widgets.md). The pages set the properties
 * and listen to the events: `class Rating extends HTMLElement implements FieldElement`. There is no code here.
 */

/** A value in the format of the API: dates as `2026-02-28`, timestamps as `2026-02-28T12:00:00.000Z`, decimals as text. */
export type ElementValue = string | number | boolean | null;

/** An element in a form that edits the value of a column: `type: acme-blog-rating` in fields.yaml. */
export interface FieldElement {
  /** The form's current value, saved or not. */
  value: ElementValue;
  /** The record; null on the create form. */
  recordId: string | null;
  /** The label of the field, which the form also shows above the element. */
  label: string;
  /** The language of the page: "de". */
  locale: string;
  required: boolean;
  disabled: boolean;
  /** The value can be read and copied. */
  readOnly: boolean;
  /** The value is rejected; the form shows why. */
  invalid: boolean;
  placeholder: string;
  /** The keys `min`, `max` and `step` of the field; null without them. */
  min: number | null;
  max: number | null;
  step: number | null;
}

/** `detail` of the event `change`, which the element dispatches on itself when the user has changed the value. */
export interface FieldElementChange {
  readonly value: ElementValue;
}

/** An element in a list that shows the value of a column: `type: acme-blog-rating` in columns.yaml. It has no controls. */
export interface CellElement {
  /** Never empty. */
  value: Exclude<ElementValue, null>;
  /** The heading of the column. */
  label: string;
  locale: string;
  /** Always true, so that one class can serve forms and lists. */
  readOnly: boolean;
}

/** An element in a form that runs an action of the host: `type: widget`. */
export interface WidgetElement {
  /** The form's value of the first field in `fill`; null without one. */
  value: ElementValue | readonly (string | number | boolean)[];
  /** The form's values of all fields in `fill`. */
  fill: Readonly<Record<string, ElementValue | readonly (string | number | boolean)[]>>;
  recordId: string | null;
  label: string;
  locale: string;
  disabled: boolean;
  /** The action is running. */
  busy: boolean;
}

/** `detail` of the event `run`, which the element dispatches on itself to run the action; absent: the values of the form. */
export interface WidgetRun {
  readonly fill?: Readonly<Record<string, ElementValue>>;
}

/** `detail` of the event `done`, which the form dispatches on the element after the action has run. */
export interface WidgetDone {
  readonly message: string;
  readonly fill: Readonly<Record<string, ElementValue>>;
}

/** `detail` of the event `failed`, which the form dispatches on the element if the action was refused or failed. */
export interface WidgetFailed {
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}
