import type { FieldProblem } from '../model/field-problem.js';

/** As many as the contract lets a query have. */
const MAX_TERMS = 20;

/**
 * The words of a search text that is not empty. Too many are refused: leaving some out would find more than was asked for,
 * and nobody would see it.
 */
export function searchTerms(text: string): readonly string[] | FieldProblem {
  const terms = text.split(/\s+/u);
  return terms.length > MAX_TERMS ? { rule: 'search_terms', parameters: { maximum: MAX_TERMS } } : terms;
}
