import { isDeepStrictEqual } from 'node:util';
import type { Cell, ReadCell } from '../../admin/model/column.js';
import type { ComparisonOperator } from '../../admin/model/query.js';

/**
 * How values compare (admin_query.proto). Undefined wherever hosts may differ: databases order texts by their collations,
 * and some ignore case or accents; an instant may have a fraction of a millisecond that no answer contains.
 */

/** Negative, 0, positive; undefined: the database decides. */
export function orderOf(a: ReadCell, b: ReadCell): number | undefined {
  if (a.kind === 'int64' && b.kind === 'int64') return sign(a.value - b.value);
  if (a.kind === 'decimal' && b.kind === 'decimal') return orderOfDecimals(a.value, b.value);
  if (a.kind === 'double' && b.kind === 'double') return a.value - b.value;
  if (a.kind === 'timestamp' && b.kind === 'timestamp') return a.value - b.value;
  if (a.kind === 'date' && b.kind === 'date') return orderOfTexts(a.value, b.value);
  if (a.kind === 'time' && b.kind === 'time') return orderOfTexts(withoutZeros(a.value), withoutZeros(b.value));
  return isDeepStrictEqual(a, b) ? 0 : undefined;
}

function sign(value: bigint): number {
  return value === 0n ? 0 : value < 0n ? -1 : 1;
}

function orderOfTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function orderOfDecimals(a: string, b: string): number {
  const digits = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(digits, '0'));
  };
  return sign(scaled(a) - scaled(b));
}

/** "09:00:00.50" and "09:00:00.5" are one time. */
function withoutZeros(time: string): string {
  return time.includes('.') ? time.replace(/\.?0+$/, '') : time;
}

/** Whether a value meets a comparison with one value; undefined: the database decides. */
export function meets(cell: ReadCell, operator: ComparisonOperator, value: Cell): boolean | undefined {
  if (cell.kind === 'null') return operator === 'ne';
  if (cell.kind === 'invalid' || cell.kind === 'truncated') return undefined;
  const isSame = areEqual(cell, value);
  const order = orderOf(cell, value);
  switch (operator) {
    case 'eq':
    case 'in':
      return isSame;
    case 'ne':
      return isSame === undefined ? undefined : !isSame;
    case 'lt':
      return order === undefined ? undefined : order < 0;
    case 'ge':
      return order === undefined ? undefined : order >= 0;
    case 'le':
      return order === undefined ? undefined : order < 0 || isSame;
    case 'gt':
      if (order === undefined) return undefined;
      return order > 0 || (isSame === undefined ? undefined : false);
    default:
      return undefined;
  }
}

function areEqual(cell: ReadCell, value: Cell): boolean | undefined {
  if (cell.kind === 'string' && value.kind === 'string') {
    if (cell.value === value.value) return true;
    return looselySame(cell.value, value.value) ? undefined : false;
  }
  const order = orderOf(cell, value);
  if (cell.kind === 'timestamp') return order === 0 ? undefined : false;
  return order === undefined ? false : order === 0;
}

/** Whether a collation that ignores case, accents and spaces at the end could treat the texts as the same. */
export function looselySame(a: string, b: string): boolean {
  return loose(a) === loose(b);
}

function loose(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Whether the text contains the term as a whole word; false: not at all; undefined: inside of a word. */
export function containsWord(text: string, word: string): boolean | undefined {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  if (!new RegExp(literal, 'iu').test(text)) return false;
  const alone = new RegExp(`(?:^|[^\\p{L}\\p{N}])${literal}(?:$|[^\\p{L}\\p{N}])`, 'iu');
  return alone.test(text) ? true : undefined;
}

/** The longest word of a text. */
export function wordOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words].filter(({ length }) => length <= 50).sort((a, b) => b.length - a.length)[0];
}

/** The word with an accent on its first letter that can have one, which is another word. Empty: no letter can. */
export function accented(word: string): readonly string[] {
  const letters = Array.from(word);
  const at = letters.findIndex((letter) => /[aeiou]/i.test(letter));
  return at < 0 ? [] : [letters.with(at, `${letters[at] ?? ''}\u0301`.normalize('NFC')).join('')];
}
