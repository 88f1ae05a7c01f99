import { strayByte } from '../values/go-string.js';
import { isPrintable } from '../format/printable.js';

const QUOTED = '\\\'"';

/** The function `js`: what may stand inside a string literal of JavaScript. */
export function js(text: string): string {
  return text.replace(/[\0-\x1f\\'"<>&=]|[^\0-\x7f]/gu, (character) => {
    if (QUOTED.includes(character)) return `\\${character}`;
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x80 && (strayByte(code) !== undefined || isPrintable(code))) return character;
    return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}
