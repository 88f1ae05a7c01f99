import type { Checked, FieldProblem } from '../../api/errors.js';
import { outsideOf } from '../../api/errors.js';
import { MAX_PERMISSION_CODES } from '../../api/limits.js';
import { cellFromJson, cellFromText } from '../cell-json.js';
import type { Cell, Column } from '../column.js';
import { parseExactly } from '../json-text.js';
import { numberProblem } from './number-rules.js';
import type { FieldRules } from './form-schema.js';
import { tagCell } from './tag-list.js';
import { isEmailAddress } from '../text-formats.js';

/**
 * A choice may be in its text form, as in the schema, and a switch on an integer column may be a boolean. It converts no other
 * types.
 */
export function fieldCell(column: Column, rules: FieldRules, value: unknown): Checked<Cell> {
  const { choices, flag, tags } = rules;
  if (tags !== undefined) return tagCell(column, tags, rules, value);
  if (choices !== undefined && typeof value === 'string') return cellFromText(column, value);
  return cellFromJson(
    column,
    flag === true && column.type === 'integer' && typeof value === 'boolean' ? Number(value) : value,
  );
}

/**
 * Checks a value that fits its column against the field's rules; undefined if there is no problem. Only `required` rejects
 * null.
 */
export function ruleProblem(rules: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind === 'null') return undefined;
  return (
    formProblem(rules, cell) ?? numberProblem(rules, cell) ?? dateProblem(rules, cell) ?? choiceProblem(rules, cell)
  );
}

function formProblem({ email, color }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind !== 'string' || cell.value === '') return undefined;
  if (email === true && !isEmailAddress(cell.value)) return { rule: 'email' };
  if (color === true && !/^#[\da-f]{6}$/i.test(cell.value)) return { rule: 'color' };
  return undefined;
}

function dateProblem({ minDate, maxDate }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind !== 'date' && cell.kind !== 'timestamp') return undefined;
  const day = cell.kind === 'date' ? cell.value : new Date(cell.value).toISOString().slice(0, 10);
  return (minDate !== undefined && day < minDate) || (maxDate !== undefined && day > maxDate)
    ? outsideOf('date', minDate, maxDate)
    : undefined;
}

function choiceProblem({ choices, permissionCodes }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (permissionCodes === true) return isCodes(chosen(cell)) ? undefined : { rule: 'choice' };
  if (choices === undefined) return undefined;
  return chosen(cell).every((value) => isScalar(value) && choices.has(String(value))) ? undefined : { rule: 'choice' };
}

const PERMISSION_CODE = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\.\*)?$/;

function isCodes(values: readonly unknown[]): boolean {
  return (
    values.length <= MAX_PERMISSION_CODES &&
    new Set(values).size === values.length &&
    values.every((value) => typeof value === 'string' && value.length <= 255 && PERMISSION_CODE.test(value))
  );
}

/** Nested values are never choices, even if their string form matches one. Some of them have no string form. */
function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function chosen(cell: Cell): readonly unknown[] {
  if (cell.kind === 'null') return [];
  if (cell.kind !== 'json') return cell.value === '' ? [] : [String(cell.value)];
  // Rounded, a number could be a choice that it is not.
  const value = parseExactly(cell.value);
  return Array.isArray(value) ? value : [value];
}
