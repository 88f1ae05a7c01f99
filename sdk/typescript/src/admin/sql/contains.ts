import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from '../database.js';
import { lettersLike } from './case-folding.js';

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
