import { toBytes } from '../values/go-string.js';

const RESERVED = /[^A-Za-z0-9\-_.~]+/g;

/** The function `urlquery`: one component of a query, with `+` for the space. */
export function urlQuery(text: string): string {
  return text.replace(RESERVED, (run) => {
    let escaped = '';
    for (const byte of toBytes(run)) escaped += byte === 0x20 ? '+' : percent(byte);
    return escaped;
  });
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
