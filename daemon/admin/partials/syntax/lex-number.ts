import { startsName } from './characters.js';
import { shown } from './source.js';
import type { Source } from './source.js';

/** Which digits a number has says nothing yet about whether it has a value: `1__2` is lexed, and refused later. */
const NUMBER =
  /[+-]?(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)i?/y;

/** The offset behind a number; `complex` when it is two of them, as in `1+2i`, which must not contain a space. */
export function numberEnd(source: Source, at: number): { at: number; complex: boolean } {
  const end = scan(source, at, at);
  const sign = source.text[end];
  if (sign !== '+' && sign !== '-') return { at: end, complex: false };
  const complexEnd = scan(source, at, end);
  if (source.text[complexEnd - 1] !== 'i') source.fail(at, `bad number: ${shown(source.text.slice(at, complexEnd))}`);
  return { at: complexEnd, complex: true };
}

function scan(source: Source, start: number, at: number): number {
  NUMBER.lastIndex = at;
  const end = at + (NUMBER.exec(source.text)?.[0].length ?? 0);
  const next = source.text.codePointAt(end);
  if (next !== undefined && startsName(String.fromCodePoint(next))) {
    source.fail(start, `bad number: ${shown(source.text.slice(start, end + 1))}`);
  }
  return end;
}
