import { pad, padWithSpaces } from './directive.js';
import type { Directive } from './directive.js';
import { quoteCharacter } from './quote.js';
import { isPrintable } from './printable.js';

const BASES: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };
const MAX_CODE_POINT = 0x10ffffn;
const REPLACEMENT = 0xfffd;

/** An integer under a verb; undefined when the verb does not fit. */
export function formatInteger(value: bigint, verb: string, directive: Directive): string | undefined {
  switch (verb) {
    case 'c':
      return pad(character(value), directive);
    case 'q':
      return pad(quoteCharacter(codePoint(value), directive.plus), directive);
    case 'U':
      return unicode(value, directive);
    default: {
      const base = BASES[verb];
      return base === undefined ? undefined : inBase(value, base, verb, directive);
    }
  }
}

function inBase(value: bigint, base: number, verb: string, directive: Directive): string {
  const { precision, width, zero, minus, plus, space, sharp } = directive;
  const negative = value < 0n;
  const sign = negative ? '-' : plus ? '+' : space ? ' ' : '';
  let digits = (negative ? -value : value).toString(base);
  if (verb === 'X') digits = digits.toUpperCase();
  // Zero printed with no digits is nothing at all, not even a sign.
  if (precision === 0 && value === 0n) return padWithSpaces('', directive);
  const length = precision ?? (zero && !minus && width !== undefined ? width - sign.length : 0);
  digits = digits.padStart(length, '0');
  if (sharp) digits = prefix(base, verb, digits) + digits;
  if (verb === 'O') digits = `0o${digits}`;
  return padWithSpaces(sign + digits, directive);
}

function prefix(base: number, verb: string, digits: string): string {
  if (base === 2) return '0b';
  if (base === 8) return digits.startsWith('0') ? '' : '0';
  return base === 16 ? `0${verb}` : '';
}

function codePoint(value: bigint): number {
  return value < 0n || value > MAX_CODE_POINT ? REPLACEMENT : Number(value);
}

function character(value: bigint): string {
  const code = codePoint(value);
  return String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? REPLACEMENT : code);
}

/** `U+0041`, and `U+0041 'A'` with the sharp flag. */
function unicode(value: bigint, directive: Directive): string {
  const digits = BigInt.asUintN(64, value).toString(16).toUpperCase();
  const code = `U+${digits.padStart(Math.max(directive.precision ?? 0, 4), '0')}`;
  const shown = directive.sharp && value >= 0n && value <= MAX_CODE_POINT && isPrintable(Number(value));
  return padWithSpaces(shown ? `${code} '${character(value)}'` : code, directive);
}
