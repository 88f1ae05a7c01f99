import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from '../database/transactions.js';

/**
 * Unicode simple case folding (CaseFolding.txt, statuses C and S): one character for one character, the same in every
 * language. "Σ", "σ" and "ς" are one letter, "ẞ" and "ß" too; "ß" is no "ss", "İ" is neither "i" nor "ı". JavaScript's
 * regular expressions with the flags "iu" compare exactly so, whereas toLowerCase does not.
 */

/** Whether the text contains the term, without regard to case. */
export function containsFolded(text: string, term: string): boolean {
  return new RegExp(escaped(term), 'iu').test(text);
}

/** The letters that are this one but for their case, itself first; only itself for what has no case. */
export function lettersLike(letter: string): readonly string[] {
  return LIKE.get(letter) ?? [letter];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Chinese, Korean and private characters, which are most of those that there are, lie between; they have no case. */
const CASED_RANGES = [
  [0, 0x3000],
  [0xa000, 0xac00],
  [0xfa00, 0x20000],
] as const;
const TWICE_THE_SAME = /^(.)\1$/iu;

/** Letters that only their folding has in common: neither is the other one's upper or lower case. */
const FOLDED_ALIKE = ['\u0390\u1fd3', '\u03b0\u1fe3', '\ufb05\ufb06'];

/** From the runtime's own tables, once, so that the letters are those of its Unicode version. */
function foldedLetters(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  const join = (one: string, other: string): void => {
    if (one === other) return;
    const [first, second] = [groups.get(one) ?? [one], groups.get(other) ?? [other]];
    // Several characters for one are not simple folding: TWICE_THE_SAME takes two.
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

const LIKE = foldedLetters();

/**
 * That the text contains another one, without regard to case: Unicode simple case folding, whatever the database's collation
 * knows of it. SQLite's LIKE knows the letters of ASCII alone, PostgreSQL's ILIKE in a database of locale C too, and drivers
 * of SQLite do not all take functions of ours. So the pattern says for each letter which ones it may be.
 */
export function contains(engine: Engine, expression: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const letters = [...text];
  if (engine === 'postgres') return sql`${expression} ~ ${letters.map(regexLetter).join('')}`;
  const like = sql<boolean>`${expression} like ${`%${letters.map(likeLetter).join('')}%`} escape '\\'`;
  if (letters.every(isKnownToLike)) return like;
  // LIKE skips what cannot match many times faster than GLOB, with "_" for the letters that it does not know.
  return sql`(${like} and ${expression} glob ${`*${letters.map(globLetter).join('')}*`})`;
}

/** Whether LIKE finds all letters that are this one: those that have no case, and most of ASCII ("k" is the Kelvin sign, too). */
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

/** Everything of ASCII that is no letter and no digit stands for itself after a backslash. */
function regexLetter(letter: string): string {
  const all = lettersLike(letter);
  if (all.length > 1) return `[${all.join('')}]`;
  return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter;
}
