/**
 * Characters as people see them (UAX #29, grapheme clusters): a letter with its marks, a flag, an emoji of several people. A
 * segmenter without options finds them. Undefined in browsers that do not know them, which then have characters of Unicode instead.
 */
const SEEN = 'Segmenter' in Intl ? new Intl.Segmenter('und') : undefined;

/** White space, control characters, what Unicode wants to be invisible, and the empty Braille pattern, which looks like nothing too. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether people would see nothing of a text. */
export function isUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/** Units of UTF-16. No writing has a longer one; texts that pile up marks do. */
const LONGEST = 64;

/** The first character of a text; empty for an empty text. */
export function firstCharacter(text: string): string {
  const [{ segment: seen = '' } = {}] = SEEN?.segment(text.slice(0, LONGEST)) ?? [];
  const [first = ''] = text;
  return seen === '' || seen.length === LONGEST ? first : seen;
}

/**
 * At most so many characters of Unicode from the beginning of a text, without a part of what people see as one. For people to read:
 * `beginningOf` (records/import/excerpt.ts) cuts as a database does. Undefined for a text that has no more.
 */
export function shortened(text: string, most: number): string | undefined {
  // A character takes up to two units: no more of a long text has to be split into characters.
  const characters = [...text.slice(0, 2 * (most + 1))];
  if (characters.length <= most) return undefined;
  const { length } = characters.slice(0, most).join('');
  const cut = SEEN?.segment(text.slice(0, length + LONGEST)).containing(length)?.index ?? length;
  return text.slice(0, length - cut < LONGEST && cut > 0 ? cut : length);
}
