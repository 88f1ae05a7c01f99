import { FAILSAFE } from './failsafe.js';

/** The plus sign begins UTF-7 text for those who would believe it. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  '&': '&amp;',
  "'": '&#39;',
  '+': '&#43;',
  '<': '&lt;',
  '>': '&gt;',
};

/** For text between elements, in `textarea` and `title`, and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[\0"&'+<>]/g, (character) => ESCAPES[character] ?? character);
}

/** For attributes without quotes. An empty value would make the next attribute's name the value of this one. */
export function escapeUnquoted(text: string): string {
  if (text === '') return FAILSAFE;
  return text.replace(UNSAFE_UNQUOTED, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\0' || (code >= 0xdc80 && code <= 0xdcff)) return '&#xfffd;';
    if (code >= 0x80) return `&#x${code.toString(16)};`;
    return ESCAPES[character] ?? `&#${code};`;
  });
}

/** White space, quotes, what else ends or upsets a value, code points that some parsers drop, and stray bytes. */
const UNSAFE_UNQUOTED = /[\0\t\n\v\f\r "&'+<=>`\ufdd0-\ufdef\ufff0-\uffff]|\p{Surrogate}/gu;
