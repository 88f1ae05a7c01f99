const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Letters, marks, numbers, punctuation, symbols and the ASCII space: everything else is shown as an escape. */
export function isPrintable(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20;
  return PRINTABLE.test(String.fromCodePoint(codePoint));
}
