import { normalized } from '../../admin/api/spelling.js';

/**
 * Searches in data that the page already has: choices of a schema, settings, earlier results. It ignores case, diacritics
 * and Unicode composition, and gives the same results in every browser and language. It finds more than the server does
 * (docs/decisions/admin-records.md: search), which does no harm in a short list.
 */

/** Scripts in which users who search expect a mark to make no difference. In Hindi, for example, a vowel sign does. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;

/**
 * The form in which texts are compared. "Größe", "GROSSE" and "grosse" are equal, and so are "Οδός" and "ΟΔΟΣ", "İ", "I",
 * "ı" and "i".
 */
export function folded(text: string): string {
  return normalized(text, 'NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(MARKED, '$1')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** The choices whose label contains every word of the search in any order; all choices for an empty search. */
export function matching<Choice extends { readonly label: string }>(
  choices: readonly Choice[],
  search: string,
): readonly Choice[] {
  const words = folded(search)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return words.length === 0
    ? choices
    : choices.filter(({ label }) => {
        const text = folded(label);
        return words.every((word) => text.includes(word));
      });
}

/** The words of a text, folded. */
export function wordsOf(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
}
