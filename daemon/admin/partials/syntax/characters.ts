/** What separates words inside an action, and what trim markers remove; other white space is an ordinary character. */
export function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

/** Without a regular expression: `\s+$` takes quadratic time on a text of spaces that does not end in one. */
export function withoutTrailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** Letters, decimal digits and the underscore, of any script: what names are made of. */
export const NAME = /[\p{L}\p{Nd}_]*/uy;

const NAME_CHARACTER = /^[\p{L}\p{Nd}_]/u;

export function startsName(text: string): boolean {
  return NAME_CHARACTER.test(text);
}
