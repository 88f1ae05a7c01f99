/** The spellings of values that the API writes as strings. */

/** The last day and the last instant that RFC 3339 can represent. */
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

/** The boolean that a word in a query represents; undefined for any other text. */
export function truthOf(word: string): boolean | undefined {
  return Object.hasOwn(TRUTHS, word) ? TRUTHS[word] : undefined;
}
