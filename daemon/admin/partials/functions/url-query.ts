import type { Charges } from '../execute/work.js';
import { toBytes } from '../values/go-string.js';

const RESERVED = /[^A-Za-z0-9\-_.~]+/g;

/** The function `urlquery`: one component of a query, with `+` for the space. Each byte that is escaped is charged. */
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
