import { outsideOf } from '../model/bounds.js';
import type { Cell } from '../model/cell.js';
import { isEmailAddress } from '../model/email-address.js';
import type { FieldProblem } from '../model/field-problem.js';
import type { FieldRules } from '../model/schema/field-rules.js';

/** What a field says about a value that fits its column; undefined: nothing. A null is `required`'s business alone. */
export function ruleProblem(rules: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind === 'null') return undefined;
  return (
    formProblem(rules, cell) ?? numberProblem(rules, cell) ?? dateProblem(rules, cell) ?? choiceProblem(rules, cell)
  );
}

function formProblem({ email, colour }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind !== 'string' || cell.value === '') return undefined;
  if (email === true && !isEmailAddress(cell.value)) return { rule: 'email' };
  if (colour === true && !/^#[\da-f]{6}$/i.test(cell.value)) return { rule: 'colour' };
  return undefined;
}

function numberProblem({ min, max, step }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind !== 'int64' && cell.kind !== 'double' && cell.kind !== 'decimal') return undefined;
  const value = Number(cell.value);
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    return outsideOf('number', min, max);
  }
  return step !== undefined && !isStep(value - (min ?? 0), step)
    ? { rule: 'number_step', parameters: { step } }
    : undefined;
}

/** Binary fractions are never exact: 0.3 is three steps of 0.1 all the same. */
function isStep(distance: number, step: number): boolean {
  const steps = distance / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

function dateProblem({ minDate, maxDate }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind !== 'date' && cell.kind !== 'timestamp') return undefined;
  const day = cell.kind === 'date' ? cell.value : new Date(cell.value).toISOString().slice(0, 10);
  return (minDate !== undefined && day < minDate) || (maxDate !== undefined && day > maxDate)
    ? outsideOf('date', minDate, maxDate)
    : undefined;
}

function choiceProblem({ choices }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (choices === undefined) return undefined;
  return chosen(cell).every((value) => isScalar(value) && choices.has(String(value))) ? undefined : { rule: 'choice' };
}

/** What is nested is no choice, even where its text would be the text of one; and not everything has a text. */
function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function chosen(cell: Cell): readonly unknown[] {
  if (cell.kind === 'null') return [];
  if (cell.kind !== 'json') return cell.value === '' ? [] : [String(cell.value)];
  const value: unknown = JSON.parse(cell.value);
  return Array.isArray(value) ? value : [value];
}
