import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { parseDecimal } from '../model/decimal.js';

/**
 * SQLite has no exact decimal numbers, so that a column of `stored: 'text'` keeps them as texts. This is a text for each of
 * them that sorts as the number does, of whatever length, and is equal for all spellings of one number: a sign, how long the
 * whole part is, and the digits. Those of a negative number are exchanged for letters that sort the other way round, and end
 * with a character that sorts after them all, since the longer one is the smaller one.
 */
export function decimalKey(decimal: string): string {
  const { isNegative = false, whole = '', fraction = '' } = parseDecimal(decimal) ?? {};
  const digits = `${whole}.${fraction}`;
  if (!isNegative) return `1${padded(whole.length)}${digits}`;
  return `0${padded(9999 - whole.length)}${digits.replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')}~`;
}

const LETTERS = 'JIHGFEDCBA';

function padded(length: number): string {
  return String(length).padStart(4, '0');
}

/** The same in SQL, for a column. */
export function decimalKeySql(column: unknown): RawBuilder<unknown> {
  const written = sql`ltrim(cast(${column} as text), '-')`;
  const point = sql`instr(${written} || '.', '.')`;
  const whole = sql`ltrim(substr(${written}, 1, ${point} - 1), '0')`;
  const digits = sql`${whole} || '.' || rtrim(substr(${written}, ${point} + 1), '0')`;
  const exchanged = [...LETTERS].reduce<RawBuilder<unknown>>(
    (sofar, letter, digit) => sql`replace(${sofar}, ${sql.lit(String(digit))}, ${sql.lit(letter)})`,
    digits,
  );
  return sql`case when cast(${column} as text) like '-%' and ${digits} <> '.' then '0' || printf('%04d', 9999 - length(${whole})) || ${exchanged} || '~' else '1' || printf('%04d', length(${whole})) || ${digits} end`;
}
