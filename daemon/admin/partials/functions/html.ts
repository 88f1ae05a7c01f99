import type { Charges } from '../execute/work.js';
const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** The function `html`: what may stand in text and in quoted attributes. Each character that is escaped is charged. */
export function html(text: string, charges: Charges): string {
  return text.replace(/[\0"'&<>]/g, (character) => {
    charges.each(1);
    return ESCAPES[character] ?? character;
  });
}
