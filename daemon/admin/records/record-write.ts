import type { FieldProblem } from '../model/field-problem.js';
import { cellFromJson, type CellResult } from '../model/cell-from-json.js';
import { cellFromText } from '../model/cell-from-text.js';
import type { Column } from '../model/column.js';
import { isRecordId } from '../model/record-id.js';
import type { ColumnWrite, RecordWrite, RelationWrite } from '../model/record.js';
import { isToMany } from '../model/relation.js';
import type { FieldRules } from '../model/schema/field-rules.js';
import { MAX_RELATED_IN_FIELD, type PermittedForm } from '../schema/permitted/form.js';
import { ruleProblem } from './rules.js';

export type ParsedWrite =
  { readonly write: RecordWrite } | { readonly problems: Readonly<Record<string, readonly FieldProblem[]>> };

export interface WriteOptions {
  /** A create form: required fields have to be there, and not only to be filled where they are. */
  readonly creating: boolean;
}

/**
 * What of a request's body may be written: the values of writable fields, by their exact names. All else is dropped,
 * whatever it is called: a client learns nothing about what there would be to write, and can write none of it.
 */
export function parseWrite(
  { writable }: PermittedForm,
  body: Readonly<Record<string, unknown>>,
  { creating }: WriteOptions,
): ParsedWrite {
  const columns: ColumnWrite[] = [];
  const relations: RelationWrite[] = [];
  const problems = new Map<string, readonly FieldProblem[]>();

  for (const { name, binding, rules } of writable.values()) {
    const carried = Object.hasOwn(body, name) && !isNested(body[name]);
    const value = carried ? body[name] : undefined;
    if (rules.secret === true && isBlank(value)) {
      if (creating && rules.required) problems.set(name, [{ rule: 'required' }]);
      continue;
    }
    if (!carried) {
      if (creating && rules.required) problems.set(name, [{ rule: 'required' }]);
      continue;
    }
    if (rules.required && (isBlank(value) || isUnseen(value))) {
      problems.set(name, [{ rule: 'required' }]);
      continue;
    }
    if (binding.kind === 'column') {
      const read = readColumn(binding.column, rules, value);
      if ('rule' in read) problems.set(name, [read]);
      else columns.push(read);
    } else if (binding.kind === 'relation') {
      const { relation, scope } = binding;
      const ids = readIds(value, isToMany(relation));
      if ('rule' in ids) problems.set(name, [ids]);
      else relations.push({ relation, ids, ...(scope && { scope }) });
    }
  }
  return problems.size === 0 ? { write: { columns, relations } } : { problems: Object.fromEntries(problems) };
}

function readColumn(column: Column, rules: FieldRules, value: unknown): ColumnWrite | FieldProblem {
  const read = readCell(column, rules, value);
  if ('problem' in read) return read.problem;
  const problem = ruleProblem(rules, read.cell);
  if (problem !== undefined) return problem;
  return {
    column,
    value: read.cell,
    ...(rules.optionProvider !== undefined && { optionProvider: rules.optionProvider }),
  };
}

/**
 * A choice may come as its text, as the schema has it, and a switch over an integer as the truth value that it is; nothing
 * else is taken for what it is not.
 */
function readCell(column: Column, { choices, flag }: FieldRules, value: unknown): CellResult {
  if (choices !== undefined && typeof value === 'string') return cellFromText(column, value);
  return cellFromJson(
    column,
    flag === true && column.type === 'integer' && typeof value === 'boolean' ? Number(value) : value,
  );
}

/** Ids come as texts, as the API shows them, or as the integers that most of them are. */
function readIds(value: unknown, many: boolean): readonly string[] | FieldProblem {
  if (value === null || value === '') return [];
  if (many !== Array.isArray(value)) return { rule: many ? 'list' : 'choice' };
  if (Array.isArray(value) && value.length > MAX_RELATED_IN_FIELD) {
    return { rule: 'list_length', parameters: { maximum: MAX_RELATED_IN_FIELD } };
  }
  const ids = (Array.isArray(value) ? value : [value]).map((id: unknown) =>
    Number.isSafeInteger(id) ? String(id) : id,
  );
  if (!ids.every((id): id is string => typeof id === 'string' && isRecordId(id))) return { rule: 'choice' };
  return new Set(ids).size < ids.length ? { rule: 'repeated' } : ids;
}

/** An object inside a body belongs to nobody: no field takes one. */
function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of nothing but white space and characters that have no width: nobody would see that something was filled in. */
function isUnseen(value: unknown): boolean {
  return typeof value === 'string' && /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(value);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
