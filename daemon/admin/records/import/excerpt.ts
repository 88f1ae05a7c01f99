import { shortened } from '../../api/characters.js';

/** Characters of a text that help to recognize it. */
const LENGTH = 80;

/** The beginning of a text of a file, for an answer, which would otherwise repeat the file. */
export function excerpt(text: string): string {
  const beginning = shortened(text, LENGTH);
  return beginning === undefined ? text : `${beginning}…`;
}

/** At most so many characters of a text; undefined for one that has no more. */
export function beginningOf(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined;
  // A character takes up to two units: no more of a long text has to be split into characters.
  const characters = [...text.slice(0, 2 * (most + 1))];
  return characters.length > most ? characters.slice(0, most).join('') : undefined;
}
