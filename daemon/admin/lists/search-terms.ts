import type { FieldProblem } from '../model/field-problem.js';

/** As many as the contract lets a query have. */
const MAX_TERMS = 20;

/**
 * A text as it is looked for. Texts that people type are composed (NFC), and are stored as they were typed; one that was copied
 * from elsewhere may have its marks apart, and would find nothing (decisions, admin-records.md: search).
 */
export function soughtText(text: string): string {
  return text.normalize('NFC');
}

/**
 * The words of a search text that is not empty. Too many are refused: leaving some out would find more than was asked for,
 * and nobody would see it.
 */
export function searchTerms(text: string): readonly string[] | FieldProblem {
  const terms = soughtText(text).split(/\s+/u);
  return terms.length > MAX_TERMS ? { rule: 'search_terms', parameters: { maximum: MAX_TERMS } } : terms;
}
