import { Complex } from '../values/value.js';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;

/** `overflows int`: it fits 64 bits without a sign only; the language takes it and fails where it is evaluated. */
export type NumberConstant = bigint | number | Complex | 'malformed' | 'overflows int';

const INTEGER = /^[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|0|[1-9][\d_]*)$/;
const DECIMAL_FLOAT = /^[+-]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:[eE][+-]?[\d_]+)?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([\da-fA-F_]*)(?:\.([\da-fA-F_]*))?[pP]([+-]?[\d_]+)$/;

/** `0x_1`: the prefix of a base counts as a digit. */
const BASE_PREFIX = /^[+-]?0[xXbBoO]/;
const STRAY_UNDERSCORE = /(?:^|[^\d])_|_(?:$|[^\d])/;
const STRAY_UNDERSCORE_IN_HEX = /(?:^|[^\da-fA-F])_|_(?:$|[^\da-fA-F])/;

/**
 * The value of a number as it stands in a template. What looks like an integer is one; everything with a fraction or an
 * exponent is a float.
 */
export function numberConstant(text: string): NumberConstant {
  if (text.endsWith('i')) {
    const imaginary = parseFloat64(text.slice(0, -1));
    return imaginary === undefined ? 'malformed' : new Complex(0, imaginary);
  }
  const integer = parseInteger(text);
  if (integer === undefined) return floatConstant(text);
  // Go takes `-0x1e` for a float: the sign hides from it that the number is hexadecimal, and its `e` a digit.
  if (integer >= MIN_INT64 && integer <= MAX_INT64) return /^[+-].*[eE]/.test(text) ? Number(integer) : integer;
  return integer <= MAX_UINT64 && /^\d/.test(text) ? 'overflows int' : 'malformed';
}

/** `1+2i`: two floats, the second one imaginary. */
export function complexConstant(text: string): Complex | 'malformed' {
  const split = /(?<![eEpP]|^)[+-]/.exec(text)?.index ?? 0;
  const real = parseFloat64(text.slice(0, split));
  const imaginary = parseFloat64(text.slice(split, -1));
  return real === undefined || imaginary === undefined ? 'malformed' : new Complex(real, imaginary);
}

/** Without a point or an exponent it is an integer that went wrong: `08` is no octal number. */
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
