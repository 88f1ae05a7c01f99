import type { Charges } from '../execute/work.js';
import { strayByte } from '../values/go-string.js';
import { isPrintable } from '../format/printable.js';

const QUOTED = '\\\'"';

/** The function `js`: what may stand inside a string literal of JavaScript. Each character that is looked at closely is charged. */
export function js(text: string, charges: Charges): string {
  return text.replace(/[\0-\x1f\\'"<>&=]|[^\0-\x7f]/gu, (character) => {
    charges.each(1);
    if (QUOTED.includes(character)) return `\\${character}`;
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x80 && (strayByte(code) !== undefined || isPrintable(code))) return character;
    return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}
