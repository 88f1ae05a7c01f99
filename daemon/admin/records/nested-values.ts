import type { Checked, FieldProblem } from '../api/errors.js';
import { isProblem } from '../api/errors.js';
import { ITEM } from '../api/nested.js';
import { cellToJson } from '../model/cell-json.js';
import type { Cell, Column } from '../model/column.js';
import { ExactNumber } from '../model/json-text.js';
import type { FieldRules, FormField, NestedForms } from '../model/schema/form-schema.js';

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Checks one value against its column and rules. */
export type ReadValue = (column: Column, rules: FieldRules, value: unknown) => Checked<Cell>;

export interface NestedReading {
  /** For the values in a form: the same checks as for fields outside. */
  readonly readValue: ReadValue;
  /** Whether a required field must not have this value. */
  readonly isEmpty: (value: unknown) => boolean;
  /**
   * Whether `_item` means a place in the stored list: in a body with the version of the list that it counts in. With another
   * list, an item would take what is hidden in its neighbor.
   */
  readonly mayNamePlaces: boolean;
  /** Reports the problem of a value at a path such as "lines.2.price". */
  readonly report: (path: string, problem: FieldProblem) => void;
}

/**
 * Reads the value of a nestedform or repeater in a body into what its column is to store. Members that the form does not write
 * keep their stored values: fields without permission or read-only, and keys of the application. A repeater finds the stored
 * item by its place in the stored list (`_item`), so that items can be moved and removed. A number that a double would round is
 * an ExactNumber (model/json-text.ts) in `stored` and in the result: only members that the form writes may change.
 */
export function readNested(
  nested: NestedForms,
  value: unknown,
  stored: unknown,
  path: string,
  reading: NestedReading,
): unknown {
  if (nested.kind === 'list') {
    // Without items, what is hidden in them goes too: the caller may remove an item.
    return value === null && nested.minimum === 0 ? null : readItems(nested, value ?? [], stored, path, reading);
  }
  if (value === null) return emptied(nested, stored);
  if (!isMembers(value)) {
    reading.report(path, { rule: 'object' });
    return undefined;
  }
  return readMembers(fieldsOf(nested), value, isMembers(stored) ? stored : undefined, path, reading);
}

/** Of an object, which has one form. */
function fieldsOf({ forms }: NestedForms): readonly FormField[] {
  return forms.flatMap(({ fields }) => fields);
}

/** The stored value without the members that the form writes; null if no others are stored. */
function emptied(nested: NestedForms, stored: unknown): unknown {
  if (nested.kind === 'list' || !isMembers(stored)) return null;
  const written = new Map(
    fieldsOf(nested)
      .filter(isWritten)
      .map((field) => [field.name, field] as const),
  );
  const left = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    const field = written.get(name);
    if (field === undefined) return [[name, value]];
    const inside = field.nested === undefined ? null : emptied(field.nested, value);
    return inside === null ? [] : [[name, inside]];
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}

type WrittenField = FormField & {
  readonly rules: FieldRules;
  readonly binding: Extract<FormField['binding'], { readonly kind: 'column' }>;
};

function isWritten(field: FormField): field is WrittenField {
  return field.rules !== undefined && field.binding.kind === 'column';
}

function readItems(
  nested: NestedForms,
  value: unknown,
  stored: unknown,
  path: string,
  reading: NestedReading,
): readonly unknown[] | undefined {
  const { minimum, maximum, groupKey, forms } = nested;
  if (!Array.isArray(value)) {
    reading.report(path, { rule: 'list' });
    return undefined;
  }
  if (value.length > maximum) {
    reading.report(path, { rule: 'list_length', parameters: { maximum } });
    return undefined;
  }
  if (value.length < minimum) reading.report(path, { rule: 'list_minimum', parameters: { minimum } });
  const before: readonly unknown[] | undefined = Array.isArray(stored) ? stored : undefined;
  const taken = new Set<number>();
  return value.map((item: unknown, index) => {
    const at = `${path}.${index}`;
    if (!isMembers(item)) {
      reading.report(at, { rule: 'object' });
      return undefined;
    }
    const place = placeOf(item, at, taken, reading);
    const base = before?.[place];
    const code = groupKey === null ? null : memberOf(item, groupKey);
    const form = forms.find((one) => one.code === code);
    const kept = isMembers(base) && (groupKey === null || memberOf(base, groupKey) === code) ? base : undefined;
    // An item of a kind that this administrator does not have, or that is gone: it can be moved and removed.
    if (form === undefined && kept !== undefined) return kept;
    if (form === undefined) {
      reading.report(`${at}.${groupKey ?? ''}`, { rule: 'choice' });
      return undefined;
    }
    const read = readMembers(form.fields, item, kept, at, reading);
    return groupKey === null ? read : { [groupKey]: code, ...read };
  });
}

/** The place in the stored list of the item that an item of the body replaces; NO_PLACE for a new one. */
function placeOf(item: Members, path: string, taken: Set<number>, { mayNamePlaces, report }: NestedReading): number {
  const place = memberOf(item, ITEM);
  if (place === undefined || place === null) return NO_PLACE;
  if (!isPlace(place)) report(`${path}.${ITEM}`, { rule: 'integer' });
  else if (taken.has(place)) report(`${path}.${ITEM}`, { rule: 'repeated' });
  else {
    taken.add(place);
    if (!mayNamePlaces) report('_version', { rule: 'required' });
    return place;
  }
  return NO_PLACE;
}

const NO_PLACE = -1;

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function readMembers(
  fields: readonly FormField[],
  value: Members,
  base: Members | undefined,
  path: string,
  reading: NestedReading,
): Members {
  const members: Record<string, unknown> = { ...base };
  // Where null has left only what the form does not write, the object begins anew.
  const written = fields.filter(isWritten);
  const isNew = !written.some(({ name }) => (memberOf(base ?? {}, name) ?? null) !== null);
  for (const { name, binding, rules, nested } of written) {
    const at = `${path}.${name}`;
    const given = memberOf(value, name);
    const isCarried = given !== undefined && (nested !== undefined || !isMembers(given));
    if (!isCarried) {
      if (isNew && rules.required) reading.report(at, { rule: 'required' });
      continue;
    }
    if (rules.required && reading.isEmpty(given)) {
      reading.report(at, { rule: 'required' });
      continue;
    }
    if (nested !== undefined) {
      members[name] = readNested(nested, given, base && memberOf(base, name), at, reading);
      continue;
    }
    const cell = reading.readValue(binding.column, rules, given);
    if (isProblem(cell)) reading.report(at, cell);
    else members[name] = cellToJson(binding.column.type, cell);
  }
  return members;
}

/** Own members only: a body may name what every object has. */
function memberOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A stored value does not have the form of its field. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
}

/**
 * A stored value as its form shows it: only the fields that this administrator may see, in their order, and in a repeater the
 * place of each item (`_item`). An object is null if none of these fields is stored, because sending null back keeps the rest.
 * Throws Misfit for a value that is no such form, and for an ExactNumber in these fields: pages would round it.
 */
export function nestedToJson(nested: NestedForms, stored: unknown): unknown {
  if (stored === null) return null;
  const { kind, forms, groupKey } = nested;
  if (kind === 'object') {
    if (!isMembers(stored)) throw new Misfit('no object');
    const fields = fieldsOf(nested);
    if (!fields.some(({ name }) => Object.hasOwn(stored, name))) return null;
    return membersToJson(fields, stored);
  }
  if (!Array.isArray(stored)) throw new Misfit('no list');
  return stored.map((item: unknown, index) => {
    if (!isMembers(item)) throw new Misfit('no object');
    const code = groupKey === null ? null : memberOf(item, groupKey);
    const form = forms.find((one) => one.code === code);
    const kind = groupKey === null ? {} : { [groupKey]: typeof code === 'string' ? code : null };
    return { [ITEM]: index, ...kind, ...(form !== undefined && membersToJson(form.fields, item)) };
  });
}

function membersToJson(fields: readonly FormField[], stored: Members): Members {
  return Object.fromEntries(
    fields.flatMap(({ name, binding, nested }: FormField) => {
      if (binding.kind !== 'column') return [];
      const value = memberOf(stored, name) ?? null;
      if (nested !== undefined) return [[name, nestedToJson(nested, value)]];
      if (!isSimple(value)) throw new Misfit(`${name} is no single value`);
      return [[name, value]];
    }),
  );
}

/** A single value or a list of them: what fields other than nested ones can show. */
function isSimple(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one !== 'object')
    : typeof value !== 'object' || value === null;
}
