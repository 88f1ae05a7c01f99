import { strayByte } from '../values/go-string.js';
import { isPrintable } from './printable.js';

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
]);

/** A string literal of Go: `%q`. With `asciiOnly` (`%+q`) every other character is an escape. */
export function quote(text: string, asciiOnly: boolean): string {
  let quoted = '"';
  for (const character of text) quoted += escaped(character.codePointAt(0) ?? 0, '"', asciiOnly);
  return `${quoted}"`;
}

/** A character literal of Go: `%q` of an integer. */
export function quoteCharacter(codePoint: number, asciiOnly: boolean): string {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return `'${escaped(isSurrogate ? 0xfffd : codePoint, "'", asciiOnly)}'`;
}

/** Whether the text can stand between back quotes, on one line. */
export function canBackQuote(text: string): boolean {
  return !/[\0-\x08\x0a-\x1f\x7f`\ufeff]|\p{Surrogate}/u.test(text);
}

function escaped(code: number, quoteMark: string, asciiOnly: boolean): string {
  const byte = strayByte(code);
  if (byte !== undefined) return `\\x${hex(byte, 2)}`;
  const character = String.fromCodePoint(code);
  if (character === quoteMark || character === '\\') return `\\${character}`;
  if (isPrintable(code) && (code < 0x80 || !asciiOnly)) return character;
  const escape = ESCAPES.get(code);
  if (escape !== undefined) return escape;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
