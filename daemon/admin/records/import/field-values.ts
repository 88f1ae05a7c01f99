import type { Checked, FieldProblem } from '../../api/errors.js';
import { isProblem } from '../../api/errors.js';
import { truthOf } from '../../api/values.js';
import { normalized } from '../../api/spelling.js';
import { joinTags, splitTags } from '../../api/tags.js';
import type { Column } from '../../model/column.js';
import { isToMany } from '../../model/column.js';
import { losesDigits } from '../../model/json-text.js';
import type { TagRules } from '../../model/schema/form-schema.js';
import type { ImportableField } from '../../model/schema/importable.js';
import type { LocalFormat } from './local-values.js';
import { localDate, localNumber, localTime, localTimestamp } from './local-values.js';

/** The value that a choice in a file stands for, or why it stands for none. */
export type FindChoice = (text: string) => Checked<{ readonly value: string }>;

/** Everything that the meaning of a text in a file depends on. */
export interface Reading extends LocalFormat {
  /** The words for true and false in the language of the reader. */
  readonly yes: string;
  readonly no: string;
}

/** A value as a request of the API would carry it. */
export interface ReadValue {
  readonly value: unknown;
}

/**
 * Reads a text of a file as a value of the field. The result still has to pass the rules of the form (records/record-write.ts).
 * @param text not blank
 * @param find for a field with choices: finds one
 */
export function readValue(
  field: ImportableField,
  text: string,
  reading: Reading,
  find: FindChoice | undefined,
): Checked<ReadValue> {
  const { binding, rules } = field;
  if (binding.kind !== 'column') return findAll(field, text, find);
  const { column } = binding;
  if (rules.tags !== undefined) return readTags(rules.tags, choicesIn(field, text), find);
  if (find !== undefined) return findAll(field, text, find);
  if (column.type === 'bool' || rules.flag === true) return truth(text, reading);
  return readPlain(column, text, reading);
}

function readPlain({ type }: Column, text: string, reading: Reading): Checked<ReadValue> {
  switch (type) {
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'double': {
      const number = localNumber(text, reading);
      if (number === undefined) return { rule: 'import_number', parameters: { sign: reading.decimal } };
      if (type !== 'double') return { value: number };
      return losesDigits(number) ? { rule: 'exact_number' } : { value: Number(number) };
    }
    case 'date':
      return orProblem(localDate(text, reading), 'import_date');
    case 'time':
      return orProblem(localTime(text), 'import_time');
    case 'timestamp':
      return orProblem(localTimestamp(text, reading), 'import_timestamp');
    case 'bool':
    case 'string':
    case 'json':
    case 'bytes':
      return { value: text };
  }
}

function orProblem(value: string | undefined, rule: FieldProblem['rule']): Checked<ReadValue> {
  return value === undefined ? { rule } : { value };
}

/** With the words of spreadsheets in the languages of the backend, in which they save what an XLSX file has as a boolean. */
const YES: ReadonlySet<string> = new Set(['yes', 'y', 'x', '✓', 'wahr', 'vrai', 'verdadero']);
const NO: ReadonlySet<string> = new Set(['no', 'n', '-', 'falsch', 'faux', 'falso']);

function truth(text: string, { yes, no }: Reading): Checked<ReadValue> {
  const word = folded(text);
  const value =
    truthOf(word) ??
    (word === folded(yes) || YES.has(word) ? true : word === folded(no) || NO.has(word) ? false : undefined);
  return value === undefined ? { rule: 'import_bool', parameters: { yes, no } } : { value };
}

function findAll(field: ImportableField, text: string, find: FindChoice | undefined): Checked<ReadValue> {
  const values = eachOnce(choicesIn(field, text).map((one) => find?.(one) ?? { rule: 'choice' as const }));
  if (isProblem(values)) return values;
  return { value: hasSeveral(field) ? values : values[0] };
}

/** The values of choices, each once; or the first problem. */
function eachOnce(choices: readonly Checked<{ readonly value: string }>[]): Checked<readonly string[]> {
  const values = new Set<string>();
  for (const choice of choices) {
    if (isProblem(choice)) return choice;
    values.add(choice.value);
  }
  return [...values];
}

/** The choices of a tag list are suggestions, unless it has no other tags. */
function readTags(
  { separator, choices }: TagRules,
  texts: readonly string[],
  find: FindChoice | undefined,
): Checked<ReadValue> {
  const found = texts.map((text) => {
    const choice = find?.(text) ?? { value: text };
    return isProblem(choice) && choices === undefined ? { value: text } : choice;
  });
  const tags = eachOnce(found);
  if (isProblem(tags)) return tags;
  return { value: separator === undefined ? tags : joinTags(tags, separator) };
}

/** The choices in a text: separated by commas, semicolons or line breaks, where a field has several. */
export function choicesIn(field: ImportableField, text: string): readonly string[] {
  const separator = field.rules.tags?.separator;
  if (separator !== undefined) return splitTags(text, separator);
  if (!hasSeveral(field)) return [text.trim()];
  return text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function hasSeveral({ binding }: ImportableField): boolean {
  if (binding.kind === 'relation') return isToMany(binding.relation);
  return binding.kind === 'column' && binding.column.type === 'json';
}

/** For comparisons of words that people write. */
export function folded(text: string): string {
  return normalized(text, 'NFKC')
    .trim()
    .replace(/[\s_]+/gu, ' ')
    .toLowerCase();
}
