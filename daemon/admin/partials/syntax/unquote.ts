import { fromBytes, toBytes } from '../values/go-string.js';

const SIMPLE: Readonly<Record<string, number>> = {
  a: 0x07,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
  '\\': 0x5c,
};
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([abfnrtv\\"']))/sy;
const MAX_CODE_POINT = 0x10ffff;

/** What a string literal stands for; undefined when it is malformed. `\x` and octal escapes are bytes, not characters. */
export function unquoteString(literal: string): string | undefined {
  const inner = literal.slice(1, -1);
  if (literal.startsWith('`')) return inner.replaceAll('\r', '');
  if (!inner.includes('\\')) return inner;

  const bytes: Uint8Array[] = [];
  for (let at = 0; at < inner.length;) {
    const next = inner.indexOf('\\', at);
    const end = next < 0 ? inner.length : next;
    if (end > at) bytes.push(toBytes(inner.slice(at, end)));
    at = end;
    if (next < 0) break;
    const escape = escapeAt(inner, at, '"');
    if (!escape) return undefined;
    bytes.push(escape.isByte ? Uint8Array.of(escape.code) : toBytes(String.fromCodePoint(escape.code)));
    at += escape.length;
  }
  return fromBytes(Buffer.concat(bytes));
}

/** The code point of a character literal; undefined when it is malformed. */
export function unquoteCharacter(literal: string): number | undefined {
  const inner = literal.slice(1, -1);
  if (inner.startsWith('\\')) {
    const escape = escapeAt(inner, 0, "'");
    return escape?.length === inner.length ? escape.code : undefined;
  }
  const [only, ...more] = inner;
  return only === undefined || more.length > 0 ? undefined : only.codePointAt(0);
}

interface Escape {
  readonly code: number;
  readonly isByte: boolean;
  readonly length: number;
}

function escapeAt(text: string, at: number, quote: string): Escape | undefined {
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(text);
  if (!found) return undefined;
  const [all, byte, short, long, octal, simple] = found;
  const { length } = all;
  if (byte !== undefined) return { code: parseInt(byte, 16), isByte: true, length };
  if (octal !== undefined) {
    const code = parseInt(octal, 8);
    return code > 0xff ? undefined : { code, isByte: true, length };
  }
  if (simple !== undefined) {
    const code = simple === quote ? quote.charCodeAt(0) : SIMPLE[simple];
    return code === undefined ? undefined : { code, isByte: false, length };
  }
  const code = parseInt(short ?? long ?? '', 16);
  const isCharacter = code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? { code, isByte: false, length } : undefined;
}
