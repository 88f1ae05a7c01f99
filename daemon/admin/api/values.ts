/** How texts of the API spell values that are no texts. */

/** The last day and the last instant that RFC 3339 can write. */
export const LAST_DAY = '9999-12-31';
export const LAST_INSTANT = '9999-12-31T23:59:59.999Z';

const TRUTHS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};

/** The boolean that a word of a query stands for; undefined for any other text. */
export function truthOf(word: string): boolean | undefined {
  return Object.hasOwn(TRUTHS, word) ? TRUTHS[word] : undefined;
}
