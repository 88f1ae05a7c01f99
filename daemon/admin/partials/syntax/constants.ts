import { INT64_MAX, INT64_MIN } from '../../model/column.js';
import { fromBytes, toBytes } from '../runtime/go-string.js';
import { Complex } from '../runtime/value.js';

const MAX_UINT64 = 2n ** 64n - 1n;

/** `overflows int`: it fits only an unsigned 64-bit integer; the language accepts it and fails on evaluation. */
export type NumberConstant = bigint | number | Complex | 'malformed' | 'overflows int';

const INTEGER = /^[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|0|[1-9][\d_]*)$/;
const DECIMAL_FLOAT = /^[+-]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:[eE][+-]?[\d_]+)?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([\da-fA-F_]*)(?:\.([\da-fA-F_]*))?[pP]([+-]?[\d_]+)$/;

/** `0x_1`: the prefix of a base counts as a digit. */
const BASE_PREFIX = /^[+-]?0[xXbBoO]/;
const STRAY_UNDERSCORE = /(?:^|[^\d])_|_(?:$|[^\d])/;
const STRAY_UNDERSCORE_IN_HEX = /(?:^|[^\da-fA-F])_|_(?:$|[^\da-fA-F])/;

/** The value of a number in a template. Numbers with a fraction or an exponent are floats, all others integers. */
export function numberConstant(text: string): NumberConstant {
  if (text.endsWith('i')) {
    const imaginary = parseFloat64(text.slice(0, -1));
    return imaginary === undefined ? 'malformed' : new Complex(0, imaginary);
  }
  const integer = parseInteger(text);
  if (integer === undefined) return floatConstant(text);
  // Go reads `-0x1e` as a float: because of the sign, it does not recognize the hexadecimal prefix and takes the digit `e` for
  // an exponent.
  if (integer >= INT64_MIN && integer <= INT64_MAX) return /^[+-].*[eE]/.test(text) ? Number(integer) : integer;
  return integer <= MAX_UINT64 && /^\d/.test(text) ? 'overflows int' : 'malformed';
}

/** `1+2i`: two floats, the second one imaginary. */
export function complexConstant(text: string): Complex | 'malformed' {
  const split = /(?<![eEpP]|^)[+-]/.exec(text)?.index ?? 0;
  const real = parseFloat64(text.slice(0, split));
  const imaginary = parseFloat64(text.slice(split, -1));
  return real === undefined || imaginary === undefined ? 'malformed' : new Complex(real, imaginary);
}

/** A number without a point or an exponent is an invalid integer: `08` is not an octal number. */
function floatConstant(text: string): NumberConstant {
  return /[.eEpP]/.test(text) ? (parseFloat64(text) ?? 'malformed') : 'malformed';
}

function parseInteger(text: string): bigint | undefined {
  if (!INTEGER.test(text) || hasStrayUnderscore(text)) return undefined;
  const digits = text.replace(/[+_-]/g, '');
  const isOldOctal = /^0\d/.test(digits);
  const magnitude = BigInt(isOldOctal ? `0o${digits.slice(1)}` : digits);
  return text.startsWith('-') ? -magnitude : magnitude;
}

function parseFloat64(text: string): number | undefined {
  if (hasStrayUnderscore(text)) return undefined;
  const digits = text.replaceAll('_', '');
  const hex = HEX_FLOAT.exec(digits);
  const value = hex ? hexFloat(hex) : DECIMAL_FLOAT.test(digits) ? Number(digits) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

function hexFloat([, sign, whole = '', fraction = '', exponent]: RegExpExecArray): number {
  if (whole + fraction === '') return NaN;
  const magnitude = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

function hasStrayUnderscore(text: string): boolean {
  if (!text.includes('_')) return false;
  const digits = text.replace(BASE_PREFIX, '0').replace(/^[+-]/, '');
  return (/0[xX]/.test(text) ? STRAY_UNDERSCORE_IN_HEX : STRAY_UNDERSCORE).test(digits);
}

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

/** The value of a string literal; undefined if it is malformed. `\x` and octal escapes are bytes, not characters. */
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

/** The code point of a character literal; undefined if it is malformed. */
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
