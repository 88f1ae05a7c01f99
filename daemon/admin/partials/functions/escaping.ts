import { strayByte, toBytes } from '../runtime/go-string.js';
import type { Charges } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { isNil } from '../runtime/value.js';
import type { Printer } from './printer.js';
import { print } from './printer.js';
import { isPrintable } from './text.js';

const NO_VALUE = '<no value>';

/** The arguments of `html`, `js` and `urlquery` as one text. Nil is visible in it, so that authors notice it. */
export function printed(printer: Printer, values: readonly Value[]): string {
  return print(
    printer,
    values.map((value) => (isNil(value) ? NO_VALUE : value)),
  );
}

/** The same table as in Go's html/template, for text and for quoted attributes. */
export const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** The function `html`: escapes for text and quoted attributes. Charges for each escaped character. */
export function html(text: string, charges: Charges): string {
  return text.replace(/[\0"'&<>]/g, (character) => {
    charges.each(1);
    return HTML_ESCAPES[character] ?? character;
  });
}

const QUOTED = '\\\'"';

/** The function `js`: escapes for a string literal of JavaScript. Charges for each character that it examines individually. */
export function js(text: string, charges: Charges): string {
  return text.replace(/[\0-\x1f\\'"<>&=]|[^\0-\x7f]/gu, (character) => {
    charges.each(1);
    if (QUOTED.includes(character)) return `\\${character}`;
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x80 && (strayByte(code) !== undefined || isPrintable(code))) return character;
    return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

const RESERVED = /[^A-Za-z0-9\-_.~]+/g;

/** The function `urlquery`: escapes one component of a query, with `+` for the space. Charges for each escaped byte. */
export function urlQuery(text: string, charges: Charges): string {
  return text.replace(RESERVED, (run) => {
    let escaped = '';
    const bytes = toBytes(run);
    charges.each(bytes.length);
    for (const byte of bytes) escaped += byte === 0x20 ? '+' : percent(byte);
    return escaped;
  });
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
