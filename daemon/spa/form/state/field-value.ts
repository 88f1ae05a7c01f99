import type { RecordBody, SettingsBody } from '../../../admin/api/answers.js';
import type { FormContext } from '../../../admin/model/schema/types.js';
import { ITEM } from '../../../admin/api/nested.js';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import type { Members, Nested } from './nested-text.js';
import { formOfItem, membersOf, nestedText } from './nested-text.js';

/** Types that are only displayed. */
const WITHOUT_VALUE: ReadonlySet<FieldView['type']> = new Set([
  'section',
  'hint',
  'partial',
  'widget',
  'relationmanager',
]);

/** Types whose value is a list of texts in a JSON column. */
function isChoiceList({ type, tags }: Pick<FieldView, 'type' | 'tags'>): boolean {
  return type === 'checkboxlist' || type === 'permissioneditor' || tags?.separator === null;
}

/** The fields of a form in one context. A name occurs only once. */
export function fieldsIn(fields: readonly FieldView[], context: FormContext): readonly FieldView[] {
  return fields.filter((field) => field.context.includes(context));
}

export function holdsValue({ type }: FieldView): boolean {
  return !WITHOUT_VALUE.has(type);
}

/** Whether the API accepts a value for the field. It drops all others, so the form never sends them. */
export function isWritable(field: FieldView): boolean {
  return holdsValue(field) && !isUnsaved(field) && !field.disabled && !field.readOnly && !field.hidden;
}

/** A name such as `_x`: the field is shown and editable (triggers read it), but never saved. */
function isUnsaved({ name }: FieldView): boolean {
  return name.startsWith('_');
}

/** A value of a record as a field shows it. Structured values become text for editing. */
export function fromRecord(field: FieldView, raw: unknown): FieldValue {
  if (field.nested !== undefined) return nestedFromRecord(field.nested, raw);
  if (raw === null || raw === undefined) return null;
  if (field.column?.type === 'json' && !isChoiceList(field)) {
    // A string is JSON text already (AD-81).
    return typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2);
  }
  if (isScalar(raw)) return raw;
  return Array.isArray(raw) && raw.every(isScalar) ? raw : JSON.stringify(raw, null, 2);
}

/**
 * Converts a value to the type of the field's column for the API (AD-48). Numbers become JSON numbers if that loses no
 * precision, and flags become booleans. A blank becomes null, or the empty text if the column is not nullable. A value that
 * does not fit is passed on unchanged, and the server reports the error.
 */
export function forColumn(field: FieldView, value: FieldValue): FieldValue {
  if (isBlank(value)) return blankOf(field);
  switch (field.column?.type) {
    case 'bool':
      return flagOf(value) ?? value;
    case 'integer':
      return typeof value === 'boolean' ? Number(value) : (integerOf(value) ?? value);
    case 'double':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    case 'bigint':
    case 'decimal':
      return typeof value === 'number' ? String(value) : value;
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'date':
    case 'time':
    case 'timestamp':
    case 'json':
    case 'bytes':
    case undefined:
      return value;
  }
}

/**
 * The value of a control whose contents are not a value (yet): letters in a number, a date without a year. It is sent, so that
 * the server rejects it instead of treating it as blank.
 */
export const UNFINISHED = '?';

/** The value of a field in the body of a request. */
export function forBody(field: FieldView, value: FieldValue): unknown {
  const { nested, column } = field;
  if (nested === undefined) return forColumn(field, value);
  const items = membersOf(value).map((item) => itemForBody(nested, item));
  if (nested.kind === 'object') return items[0] ?? (column?.nullable === false ? {} : null);
  return items.length > 0 || column?.nullable === false ? items : null;
}

function itemForBody(nested: Nested, item: Members): Members {
  const { fields = [] } = formOfItem(nested, item) ?? {};
  const written = fields.filter((field) => isWritable(field) && Object.hasOwn(item, field.name));
  return {
    ...marksOf(nested, item),
    ...Object.fromEntries(written.map((one) => [one.name, forBody(one, valueOf(item, one))])),
  };
}

/** The place of an item in the stored list, and its kind. */
function marksOf({ groupKey }: Nested, item: Members): Members {
  return {
    ...(Object.hasOwn(item, ITEM) && { [ITEM]: item[ITEM] }),
    ...(groupKey !== null && { [groupKey]: item[groupKey] ?? null }),
  };
}

/** A value inside of a form's text, which has the form of FieldValue. */
export function valueOf(item: Members, { name }: Pick<FieldView, 'name'>): FieldValue {
  return Object.hasOwn(item, name) ? (item[name] as FieldValue) : null;
}

/**
 * Whether the column treats both values as equal: "12.50" and "12.5", null and '', or the same choices in a different
 * order.
 */
export function isSameValue(field: FieldView, one: FieldValue, other: FieldValue): boolean {
  if (field.nested !== undefined) return JSON.stringify(forBody(field, one)) === JSON.stringify(forBody(field, other));
  const [a, b] = [forColumn(field, one), forColumn(field, other)];
  if (a === b) return true;
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  // Tags keep the order in which they were written.
  if (isList(a) && isList(b) && field.tags !== undefined) return a.join('\0') === b.join('\0');
  if (isList(a) && isList(b)) return a.length === b.length && new Set([...a, ...b].map(String)).size === a.length;
  if (field.column?.type === 'decimal') return plainDecimal(String(a)) === plainDecimal(String(b));
  if (field.column?.type === 'timestamp') return Date.parse(String(a)) === Date.parse(String(b));
  return false;
}

export function isBlank(value: FieldValue): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}

/**
 * The blank of a field. For a choice it is the value of the empty option, because any other blank would not be among the
 * choices.
 */
function blankOf(field: FieldView): FieldValue {
  const { type, column, multiple, emptyOption } = field;
  if (multiple === true || (isChoiceList(field) && column?.nullable !== true)) return [];
  if (column?.type !== 'string' || column.nullable) return null;
  return CHOICES.has(type) && emptyOption === undefined ? null : '';
}

const CHOICES: ReadonlySet<FieldView['type']> = new Set(['dropdown', 'radio', 'balloon-selector']);

/** Whether a value counts as true. Integer columns store flags as 0 and 1, text columns as words. */
export function isTrue(value: FieldValue): boolean {
  return value === true || flagOf(value) === true;
}

function flagOf(value: FieldValue): boolean | undefined {
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false') return false;
  return undefined;
}

function integerOf(value: FieldValue): number | undefined {
  const isWhole = typeof value === 'string' && /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value));
  return isWhole ? Number(value) : undefined;
}

function plainDecimal(text: string): string {
  const match = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim());
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isList(value: FieldValue): value is readonly (string | number | boolean)[] {
  return Array.isArray(value);
}

/** A record of a controller, or the values of a settings screen. */
export type FormRecord = RecordBody | SettingsBody;

/** The initial values of a form. @param record undefined on the create form, which starts with its defaults */
export function initialValues(fields: readonly FieldView[], record: FormRecord | undefined): Values {
  return Object.fromEntries(
    fields.filter(holdsValue).map((field) => {
      const isNew = record === undefined || isUnsaved(field);
      return [field.name, isNew ? defaultOf(field) : fromRecord(field, record[field.name])];
    }),
  );
}

/**
 * Fields that the record should contain but does not: relations with more records than a form can hold. They are shown but
 * never sent, because sending the incomplete list would unlink the rest.
 */
export function withheldFields(fields: readonly FieldView[], record: FormRecord | undefined): ReadonlySet<string> {
  if (record === undefined) return new Set();
  const withheld = fields.filter(
    (field) =>
      holdsValue(field) &&
      !isUnsaved(field) &&
      field.type !== 'password' &&
      !Object.hasOwn(record, field.name) &&
      record._invalid?.[field.name] === undefined,
  );
  return new Set(withheld.map(({ name }) => name));
}

function defaultOf(field: FieldView): FieldValue {
  if (field.nested !== undefined) return nestedDefault(field.nested);
  const { type, default: start, multiple } = field;
  if (start !== undefined) return start;
  if (type === 'checkbox' || type === 'switch') return false;
  return isChoiceList(field) || multiple === true ? [] : null;
}

/** A nested value as the form's state has it: a text, whose members are in the order of the fields. */
function nestedFromRecord(nested: Nested, raw: unknown): FieldValue {
  const given = nested.kind === 'list' ? raw : [raw];
  if (!Array.isArray(given) || raw === null || raw === undefined) return null;
  const items = given.map((item: unknown) => {
    const members = typeof item === 'object' && item !== null ? (item as Members) : {};
    const { fields = [] } = formOfItem(nested, members) ?? {};
    const values = fields
      .filter(holdsValue)
      .map((field) => [field.name, fromRecord(field, members[field.name])] as const);
    return { ...marksOf(nested, members), ...Object.fromEntries(values) };
  });
  return nestedText(nested, items);
}

/** A new item of a kind, with the defaults of its fields. */
export function newItem(nested: Nested, code: string | null): Members {
  const { fields = [] } = nested.forms.find((form) => form.code === code) ?? {};
  return { ...(nested.groupKey !== null && { [nested.groupKey]: code }), ...initialValues(fields, undefined) };
}

/** A repeater starts with its minimum of items, a nested form with the defaults of its fields if there are any. */
function nestedDefault(nested: Nested): FieldValue {
  const code = nested.forms[0]?.code ?? null;
  if (nested.kind === 'list')
    return nestedText(
      nested,
      Array.from({ length: nested.minimum }, () => newItem(nested, code)),
    );
  const item = newItem(nested, code);
  const isFilled = Object.values(item).some((value) => value !== false && !isBlank(value as FieldValue));
  return nested.defaultCreate || isFilled ? nestedText(nested, [item]) : null;
}
