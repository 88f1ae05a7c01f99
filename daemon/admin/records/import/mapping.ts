import type { Text } from '../../../i18n/text.js';
import type { FieldProblem } from '../../api/errors.js';
import type { ImportableField } from '../../model/schema/importable.js';
import type { ColumnSource, ListColumn } from '../../model/schema/list-schema.js';
import type { PermittedForm } from '../../schema/permitted/form.js';
import type { PermittedList } from '../../schema/permitted/list.js';
import { folded } from './field-values.js';

/** Translates a text of a schema into the language of the reader. */
export type Say = (text: Text) => string;

export function labelOf({ name, view }: ImportableField, say: Say): string {
  return view.label === null ? name : say(view.label);
}

/** A field for each column of a file; undefined for a column that the import ignores. */
export type Mapping = readonly (ImportableField | undefined)[];

/**
 * The mapping in a request: names of fields in the order of the file's columns, separated by commas, empty for columns to
 * ignore.
 */
export function givenMapping(
  names: string,
  headings: readonly string[],
  fields: readonly ImportableField[],
): Mapping | FieldProblem {
  const given = names.split(',');
  if (given.length > headings.length) return { rule: 'import_columns', parameters: { maximum: headings.length } };
  const mapping = given.map((name) => fields.find((field) => field.name === name));
  if (given.some((name, index) => name !== '' && mapping[index] === undefined)) return { rule: 'unknown' };
  const mapped = mapping.filter((field) => field !== undefined);
  if (new Set(mapped).size < mapped.length) return { rule: 'repeated' };
  return headings.map((_heading, index) => mapping[index]);
}

/**
 * Finds a field for each heading: by the label of the field, by its name, or by the heading that the list and its exports have
 * for the same whole value. Each field once.
 */
export function guessMapping(
  headings: readonly string[],
  fields: readonly ImportableField[],
  list: Pick<PermittedList, 'columns'>,
  say: Say,
): Mapping {
  const words = new Map<string, ImportableField>();
  const offer = (word: string, field: ImportableField): void => {
    if (word !== '' && !words.has(folded(word))) words.set(folded(word), field);
  };
  for (const field of fields) offer(labelOf(field, say), field);
  for (const field of fields) offer(field.name, field);
  for (const { column } of list.columns) {
    const field = showsWhole(column) ? fields.find((one) => showsValueOf(one, column.source)) : undefined;
    if (field !== undefined) offer(say(column.view.label), field);
  }
  const taken = new Set<ImportableField | undefined>();
  return headings.map((heading) => {
    const field = words.get(folded(heading));
    if (taken.has(field)) return undefined;
    taken.add(field);
    return field;
  });
}

/** Whether a column of a list shows the value of the field, or something of it. */
export function showsValueOf({ binding }: ImportableField, source: ColumnSource): boolean {
  if (source.kind === 'column') return binding.kind === 'column' && binding.column.name === source.column.name;
  return binding.kind === 'relation' && binding.relation.name === source.selection.relation.name;
}

/**
 * Whether the text of a list says everything about a value, so that it can be read back: not the day of an instant, its time on
 * other clocks than the reader's, a rich text without its marks, or the number of related records.
 */
export function showsWhole({ source, view: { type, useTimezone = true }, countsItems }: ListColumn): boolean {
  if (source.kind === 'relation') return source.selection.kind !== 'count';
  if (type === 'summary' || countsItems === true) return false;
  return source.column.type !== 'timestamp' || (useTimezone && type !== 'date' && type !== 'time');
}

/** Fields of the form that every record needs, and that neither the file nor the form itself fills. */
export function unfilled({ writable }: PermittedForm, mapping: Mapping): readonly ImportableField[] {
  const mapped = new Set(mapping.map((field) => field?.name));
  return [...writable.values()].filter(
    ({ name, rules, view }) => rules.required && view.default === undefined && !mapped.has(name),
  );
}
