import type { FieldProblem } from './field-problem.js';

/** That a value is outside of its bounds, naming only the bounds that there are. */
export function outsideOf(
  what: 'number' | 'date',
  minimum: string | number | undefined,
  maximum: string | number | undefined,
): FieldProblem {
  if (maximum === undefined) return { rule: `${what}_minimum`, parameters: { minimum: minimum ?? '' } };
  if (minimum === undefined) return { rule: `${what}_maximum`, parameters: { maximum } };
  return { rule: `${what}_range`, parameters: { minimum, maximum } };
}
