import type { Checked, FieldProblem } from '../../api/errors.js';
import { isProblem } from '../../api/errors.js';
import { truthOf } from '../../api/values.js';
import type { Column } from '../../model/column.js';
import { isToMany } from '../../model/column.js';
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
  { binding, rules }: ImportableField,
  text: string,
  reading: Reading,
  find: FindChoice | undefined,
): Checked<ReadValue> {
  if (binding.kind === 'relation') return findAll(text, isToMany(binding.relation), find);
  if (binding.kind !== 'column') return { value: text };
  const { column } = binding;
  if (find !== undefined) return findAll(text, column.type === 'json', find);
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
      return { value: type === 'double' ? Number(number) : number };
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

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'x', '✓']);
const NO: ReadonlySet<string> = new Set(['no', 'n', '-']);

function truth(text: string, { yes, no }: Reading): Checked<ReadValue> {
  const word = folded(text);
  const value =
    truthOf(word) ??
    (word === folded(yes) || YES.has(word) ? true : word === folded(no) || NO.has(word) ? false : undefined);
  return value === undefined ? { rule: 'import_bool', parameters: { yes, no } } : { value };
}

function findAll(text: string, several: boolean, find: FindChoice | undefined): Checked<ReadValue> {
  const found = choicesIn(text, several).map((one) => find?.(one) ?? { rule: 'choice' as const });
  const problem = found.find(isProblem);
  if (problem !== undefined) return problem;
  const values = found.flatMap((one) => (isProblem(one) ? [] : [one.value]));
  return { value: several ? [...new Set(values)] : values[0] };
}

/** The choices in a text: separated by commas, semicolons or line breaks, where a field has several. */
export function choicesIn(text: string, several: boolean): readonly string[] {
  if (!several) return [text.trim()];
  return text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** For comparisons of words that people write. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[\s_]+/gu, ' ')
    .toLowerCase();
}
