import type { FieldValue } from '../../api/views.js';

/**
 * The properties that the form keeps up to date on a widget's element. Plugins rely on them; docs/admin/widgets.md
 * documents them.
 */
export interface WidgetProperties {
  /** The value of the first field in `fill`; null without one. */
  readonly value: FieldValue;
  /** The form's values for the fields in `fill`, saved or not. Frozen. */
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

/** The element dispatches it to run the action. */
export const RUN = 'run';
/** Dispatched on the element after the action has run. `detail` is `{message, fill}`. */
export const DONE = 'done';
/** Dispatched on the element if the action was rejected or failed. `detail` is `{message, fields}`. */
export const FAILED = 'failed';

/**
 * Returns the same object while the values are unchanged, so that an element that renders on every change renders less
 * often.
 */
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
