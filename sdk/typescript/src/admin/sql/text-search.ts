import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from '../database/transactions.js';

/**
 * Unicode simple case folding (CaseFolding.txt, statuses C and S): one character for one character, the same in every
 * language. "Σ", "σ" and "ς" are one letter, and so are "ẞ" and "ß"; "ß" does not match "ss", and "İ" matches neither "i"
 * nor "ı". JavaScript's regular expressions with the flags "iu" compare exactly like this; toLowerCase does not.
 */

/** Whether the text contains the term, ignoring case and how letters with marks are composed. */
export function containsFolded(text: string, term: string): boolean {
  return new RegExp(escaped(composed(term)), 'iu').test(composed(text));
}

/**
 * Marks in a row, of which no letter of any writing has so many (UAX #15, Stream-Safe Text Format: at most 30). Engines sort
 * the marks of a letter in a time that grows with the square of their number.
 */
const TOO_MANY_MARKS = /(\p{M}{31,})/u;

/** The text in NFC, in linear time: more than 30 marks in a row stay as they are. */
function composed(text: string): string {
  return text
    .split(TOO_MANY_MARKS)
    .map((part, index) => (index % 2 === 1 ? part : part.normalize('NFC')))
    .join('');
}

/** The letters that differ from this one only in case, itself first; only itself if it has no case. */
export function lettersLike(letter: string): readonly string[] {
  alike ??= foldedLetters();
  return alike.get(letter) ?? [letter];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Chinese, Korean and private-use characters, which are the majority, are in between and have no case. */
const CASED_RANGES = [
  [0, 0x3000],
  [0xa000, 0xac00],
  [0xfa00, 0x20000],
] as const;
const TWICE_THE_SAME = /^(.)\1$/iu;

/** Letters that share only their folding: neither is the upper or lower case of the other. */
const FOLDED_ALIKE = ['\u0390\u1fd3', '\u03b0\u1fe3', '\ufb05\ufb06'];

/** Takes 20 ms, so that the first search builds it and not the start. */
let alike: ReadonlyMap<string, readonly string[]> | undefined;

/** From the runtime's own tables, so that the letters match its Unicode version. */
function foldedLetters(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  const join = (one: string, other: string): void => {
    if (one === other) return;
    const [first, second] = [groups.get(one) ?? [one], groups.get(other) ?? [other]];
    // A mapping to several characters is not simple folding: TWICE_THE_SAME matches exactly two.
    if (first === second || !TWICE_THE_SAME.test(one + other)) return;
    const group = [...first, ...second];
    for (const letter of group) groups.set(letter, group);
  };
  for (const [from, to] of CASED_RANGES) {
    for (const letter of charactersOf(from, to).match(/\p{Changes_When_Casemapped}/gu) ?? []) {
      join(letter, letter.toLowerCase());
      join(letter, letter.toUpperCase());
    }
  }
  for (const [one = '', other = ''] of FOLDED_ALIKE) join(one, other);
  return new Map([...groups].map(([letter, group]) => [letter, [letter, ...group.filter((one) => one !== letter)]]));
}

function charactersOf(from: number, to: number): string {
  let text = '';
  for (let start = from; start < to; start += 4096) {
    text += String.fromCodePoint(...Array.from({ length: Math.min(4096, to - start) }, (_, index) => start + index));
  }
  return text;
}

/**
 * A condition that the text contains another one, ignoring case: Unicode simple case folding, independent of the
 * database's collation. SQLite's LIKE folds only ASCII letters, and so does PostgreSQL's ILIKE in a database with locale
 * C. Not all SQLite drivers accept custom functions. So the pattern lists the alternatives for each letter.
 *
 * Texts with letters that have two spellings ("ü" as one character, or as "u" with a mark behind it) are sought in both, because
 * people cannot see which one is stored: file names and PDF files have the other one.
 */
export function contains(engine: Engine, expression: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const others = [...new Set([text.normalize('NFC'), text.normalize('NFD')])].filter((one) => one !== text);
  if (engine === 'postgres') {
    // None of its texts has one, and it rejects one in a pattern.
    if (text.includes('\0')) return sql`1 = 0`;
    return sql`${expression} ~ ${[text, ...others].map((one) => [...one].map(regexLetter).join('')).join('|')}`;
  }
  const found = containsSpelled(expression, [...text]);
  if (others.length === 0) return found;
  return sql`(${sql.join([found, ...others.map((one) => containsSpelled(expression, [...one]))], sql` or `)})`;
}

/** On SQLite. */
function containsSpelled(expression: RawBuilder<unknown>, letters: readonly string[]): RawBuilder<boolean> {
  const like = sql<boolean>`${expression} like ${`%${letters.map(likeLetter).join('')}%`} escape '\\'`;
  if (letters.every(isKnownToLike)) return like;
  // LIKE skips texts that cannot match many times faster than GLOB, with "_" for letters that it does not fold.
  return sql`(${like} and ${expression} glob ${`*${letters.map(globLetter).join('')}*`})`;
}

/**
 * Whether LIKE matches all alternatives of this letter: true without case, and for most of ASCII ("k" also matches the
 * Kelvin sign).
 */
function isKnownToLike(letter: string): boolean {
  const all = lettersLike(letter);
  return all.length === 1 || all.every((one) => one.charCodeAt(0) < 0x80);
}

function likeLetter(letter: string): string {
  if (!isKnownToLike(letter)) return '_';
  return /[\\%_]/.test(letter) ? `\\${letter}` : letter;
}

function globLetter(letter: string): string {
  const all = lettersLike(letter);
  return all.length > 1 || /[*?[]/.test(letter) ? `[${all.join('')}]` : letter;
}

/** After a backslash, every ASCII character that is neither a letter nor a digit is literal. */
function regexLetter(letter: string): string {
  const all = lettersLike(letter);
  if (all.length > 1) return `[${all.join('')}]`;
  return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter;
}
