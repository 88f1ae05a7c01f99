/** The direction of writing. */
export type Direction = 'ltr' | 'rtl';

/** Begins and ends a text that gets the direction of its own letters (FIRST STRONG ISOLATE, POP DIRECTIONAL ISOLATE). */
const FIRST_STRONG = '\u2068';
const POP = '\u2069';

/** The blocks whose letters are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and others. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FROM_LEFT = /[^\P{L}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Characters that reverse what comes after them, and those that end them. */
const OVERRIDES = /[\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * A value as a part of a sentence. Letters of the other direction would otherwise take the punctuation and the numbers around the
 * value with them (UAX #9), and a value with an override would reverse the rest of the sentence. A value without any such letter
 * stays as it is. Only for people to read: never for a text that is stored or sent.
 *
 * @param direction of the sentence
 */
export function isolated(value: string, direction: Direction): string {
  const own = value.replace(OVERRIDES, '');
  const calm = isBalanced(own) ? own : own.replace(ISOLATES, '');
  const other = direction === 'ltr' ? FROM_RIGHT : FROM_LEFT;
  return other.test(calm) ? FIRST_STRONG + calm + POP : calm;
}

/** Whether each isolate of the value ends in it, and no other. A list of isolated values has such. */
function isBalanced(value: string): boolean {
  let depth = 0;
  for (const [one] of value.matchAll(ISOLATES)) {
    depth += one === POP ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
