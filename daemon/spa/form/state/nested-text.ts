import type { FieldValue, FieldView } from '../../api/views.js';

/** The forms inside of a field. */
export type Nested = NonNullable<FieldView['nested']>;
type NestedFormOfItem = Nested['forms'][number];

/** An item of a repeater, or the object of a nested form: members by name. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * The form's state has a nested value as a JSON text, so that drafts, conflicts and unsaved changes treat it like any other
 * value. Null if there is none.
 */
export function nestedText({ kind }: Pick<Nested, 'kind'>, items: readonly Members[]): string | null {
  if (items.length === 0) return null;
  return JSON.stringify(kind === 'list' ? items : items[0]);
}

/** The items of such a text; the object of a nested form is the only one. */
export function membersOf(value: FieldValue): readonly Members[] {
  if (typeof value !== 'string' || value === '') return [];
  try {
    const read: unknown = JSON.parse(value);
    return (Array.isArray(read) ? read : [read]).filter(
      (item): item is Members => typeof item === 'object' && item !== null && !Array.isArray(item),
    );
  } catch {
    // A draft of this field from before it became a nested one.
    return [];
  }
}

/** The form of an item; undefined if its kind is unknown. */
export function formOfItem({ forms, groupKey }: Nested, item: Members): NestedFormOfItem | undefined {
  if (groupKey === null) return forms[0];
  return forms.find(({ code }) => code === item[groupKey]);
}

type Errors = Readonly<Record<string, readonly string[]>>;

const NO_ERRORS: Errors = {};

/** The errors below a field or an item, by the rest of their paths; the same object if there are none. */
export function errorsUnder(errors: Errors, name: string): Errors {
  const prefix = `${name}.`;
  const below = Object.entries(errors).filter(([path]) => path.startsWith(prefix));
  return below.length === 0
    ? NO_ERRORS
    : Object.fromEntries(below.map(([path, texts]) => [path.slice(prefix.length), texts]));
}

/** The value at a path such as "2.price" below a field; undefined if there is none. */
export function valueAt(value: FieldValue, path: readonly string[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current === 'string') current = /^[[{]/.test(current) ? parsed(current) : undefined;
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Members)[step];
  }
  return current;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
