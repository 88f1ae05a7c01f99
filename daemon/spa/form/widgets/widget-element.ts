import type { FieldValue } from '../../api/views.js';

/** What the form keeps set on a widget's element. Plugins read it: docs/admin/widgets.md is where it is promised. */
export interface WidgetProperties {
  /** Of the first field in `fill`; null where there is none. */
  readonly value: FieldValue;
  /** What the form holds of the fields in `fill`, saved or not. Frozen. */
  readonly fill: Readonly<Record<string, FieldValue>>;
  /** Null on the create form. */
  readonly recordId: string | null;
  readonly label: string;
  /** The language of the page: "de". */
  readonly locale: string;
  readonly disabled: boolean;
  /** The action is running. */
  readonly busy: boolean;
}

/** Dispatched by the element: runs the action. */
export const RUN = 'run';
/** Dispatched on the element once the action has run: `detail` is `{message, fill}`. */
export const DONE = 'done';
/** Dispatched on the element where the action was refused or failed: `detail` is `{message, fields}`. */
export const FAILED = 'failed';

/**
 * Sets what is another value than before, through the properties of the element's class. An element that throws keeps the
 * form from nothing: what it threw is reported like any other error of the page.
 */
export function setProperties(
  element: HTMLElement,
  next: WidgetProperties,
  before: WidgetProperties | undefined,
): void {
  for (const [name, value] of Object.entries(next)) {
    if (before !== undefined && Object.is(Reflect.get(before, name), value)) continue;
    try {
      Reflect.set(element, name, value);
    } catch (error) {
      reportError(error);
    }
  }
}

/** The same object as long as it holds the same: an element that draws itself again on every change has fewer of them. */
export function sameOrNext(
  before: WidgetProperties['fill'] | undefined,
  next: WidgetProperties['fill'],
): WidgetProperties['fill'] {
  const names = Object.keys(next);
  const isSame =
    before !== undefined &&
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && Object.is(before[name], next[name]));
  return isSame ? before : Object.freeze({ ...next });
}
