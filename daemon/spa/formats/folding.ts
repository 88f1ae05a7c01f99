/**
 * How the page itself searches in what it has already: choices of a schema, settings, what the server has found so far. Without
 * regard to case, to marks, and to how a letter is composed, the same in every browser and every language. More is found than
 * the server finds (docs/decisions/admin-records.md: search): in a short list that somebody looks at, too much does no harm.
 */

/** Scripts in which a mark makes no other letter of a letter, to somebody who searches. A vowel sign of Hindi does. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;

/** What texts are compared by. "Größe", "GROSSE" and "grosse" are one, and so are "Οδός" and "ΟΔΟΣ", "İ", "I", "ı" and "i". */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(MARKED, '$1')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** Those whose label contains every word of the search, in any order; all where nothing is searched for. */
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
