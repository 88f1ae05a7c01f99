import type { Directive } from './text.js';
import { isPrintable, pad, padWithSpaces, quoteCharacter } from './text.js';

/** The significant digits of an unsigned number: 0.ddd × 10^point. Zero has no digits. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** The fewest digits that identify exactly this number. */
function shortestDecimal(value: number): Decimal {
  if (value === 0) return { digits: '', point: 0 };
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** All digits of the number. A double is a fraction of a power of two, so their number is finite. */
function exactDecimal(value: number): Decimal {
  const { mantissa, exponent } = binary(value);
  if (mantissa === 0n) return { digits: '', point: 0 };
  // m × 2^-k is m × 5^k shifted by k decimal places.
  const all = String(exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent));
  return { digits: all.replace(/0+$/, ''), point: all.length + Math.min(exponent, 0) };
}

/** At most `count` digits, rounded to the nearest; ties go to the even digit. */
function rounded({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) return { digits, point };
  if (count < 0) return { digits: '', point: 0 };
  const kept = digits.slice(0, count);
  const next = digits.charCodeAt(count) - 0x30;
  const isTie = next === 5 && count + 1 === digits.length;
  const lastIsOdd = count > 0 && digits.charCodeAt(count - 1) % 2 === 1;
  if (next < 5 || (isTie && !lastIsOdd)) return { digits: kept.replace(/0+$/, ''), point: kept === '' ? 0 : point };
  const up = String(BigInt(kept || '0') + 1n);
  return { digits: up.replace(/0+$/, ''), point: point + up.length - count };
}

/** value = mantissa × 2^exponent, with all 53 bits of the mantissa unless the number is tiny. */
function binary(value: number): { mantissa: bigint; exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const raw = bits.getBigUint64(0);
  const biased = Number(raw >> 52n);
  const fraction = raw & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

const MANTISSA_BITS = 52;

/** `0x1.8p+01`: hexadecimal mantissa, binary exponent. A negative precision means as many digits as needed. */
function hexFloat(value: number, verb: 'x' | 'X', precision: number): string {
  let { mantissa, exponent } = binary(value);
  if (mantissa === 0n) exponent = -MANTISSA_BITS;
  // Numbers close to zero lack the one bit before the point.
  while (mantissa !== 0n && mantissa >> BigInt(MANTISSA_BITS) === 0n) {
    mantissa <<= 1n;
    exponent -= 1;
  }
  if (precision >= 0 && precision < MANTISSA_BITS / 4) {
    const drop = BigInt(MANTISSA_BITS - 4 * precision);
    mantissa = roundedShift(mantissa, drop) << drop;
    if (mantissa >> BigInt(MANTISSA_BITS + 1) !== 0n) {
      mantissa >>= 1n;
      exponent += 1;
    }
  }
  const digits = mantissa.toString(16).padStart(MANTISSA_BITS / 4 + 1, '0');
  const fraction =
    precision < 0 ? digits.slice(1).replace(/0+$/, '') : digits.slice(1).padEnd(precision, '0').slice(0, precision);
  const power = exponent + MANTISSA_BITS;
  const sign = power < 0 ? '-' : '+';
  const text = `0x${digits.charAt(0)}${fraction && `.${fraction}`}p${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  return verb === 'X' ? text.toUpperCase() : text;
}

/** Rounds to the nearest; ties go to the even number. */
function roundedShift(value: bigint, bits: bigint): bigint {
  const kept = value >> bits;
  const rest = value - (kept << bits);
  const half = 1n << (bits - 1n);
  return rest > half || (rest === half && kept % 2n === 1n) ? kept + 1n : kept;
}

/** The exponent from which `%g` uses exponential notation if the number of digits is not given. */
const SHORTEST_EXPONENT = 6;
const DEFAULT_PRECISION = 6;

/** A float under a verb; undefined if the verb does not apply. */
export function formatFloat(value: number, verb: string, directive: Directive): string | undefined {
  const byDefault = defaultPrecision(verb);
  if (byDefault === undefined) return undefined;
  const precision = directive.precision ?? byDefault;
  if (!Number.isFinite(value)) return notANumber(value, directive);
  const negative = value < 0 || Object.is(value, -0);
  const sign = negative ? '-' : directive.plus ? '+' : directive.space ? ' ' : '';
  let digits = magnitude(value, verb, precision);
  if (directive.sharp && verb !== 'b') digits = withPoint(digits, verb, directive.precision);
  const { width, zero, minus } = directive;
  // Zero padding goes between the sign and the digits.
  return zero && !minus && width !== undefined
    ? sign + digits.padStart(width - sign.length, '0')
    : pad(sign + digits, directive);
}

/** Undefined for verbs that floats do not support; -1 for as many digits as the number needs. */
function defaultPrecision(verb: string): number | undefined {
  if ('vgGbxX'.includes(verb)) return -1;
  return 'eEfF'.includes(verb) ? DEFAULT_PRECISION : undefined;
}

function notANumber(value: number, directive: Directive): string {
  const name = Number.isNaN(value) ? 'NaN' : 'Inf';
  const sign = value < 0 ? '-' : directive.plus || value === Infinity ? '+' : directive.space ? ' ' : '';
  return padWithSpaces((directive.space && sign === '+' && !directive.plus ? ' ' : sign) + name, directive);
}

function magnitude(value: number, verb: string, precision: number): string {
  switch (verb) {
    case 'b': {
      const { mantissa, exponent } = binary(value);
      return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`;
    }
    case 'x':
    case 'X':
      return hexFloat(value, verb, precision);
    case 'e':
    case 'E':
      return exponential(decimal(value, precision < 0 ? precision : precision + 1), verb, precision);
    case 'f':
    case 'F':
      return fixed(value, precision);
    default:
      return general(value, verb === 'G' ? 'E' : 'e', precision);
  }
}

function decimal(value: number, digits: number): Decimal {
  return digits < 0 ? shortestDecimal(value) : rounded(exactDecimal(value), digits);
}

/** `d.ddde±dd` */
function exponential({ digits, point }: Decimal, letter: string, precision: number): string {
  const exponent = digits === '' ? 0 : point - 1;
  const fraction = digits.slice(1).padEnd(Math.max(precision, 0), '0');
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits.charAt(0) || '0'}${fraction && `.${fraction}`}${letter}${exponent < 0 ? '-' : '+'}${power}`;
}

/** `ddd.ddd` */
function fixed(value: number, precision: number): string {
  const exact = exactDecimal(value);
  return positional(rounded(exact, exact.point + precision), precision);
}

function positional({ digits, point }: Decimal, precision: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const fraction = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  const shown = precision > 0 ? fraction.padEnd(precision, '0').slice(0, precision) : '';
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** The shorter of the two forms: positional for exponents from -4 up to the precision. */
function general(value: number, letter: string, precision: number): string {
  const shown = decimal(value, precision === 0 ? 1 : precision);
  const { digits, point } = shown;
  const most = precision === 0 ? 1 : precision;
  // Trailing zeros are not printed, so missing digits do not raise the limit for the exponent.
  const limit =
    precision < 0 ? SHORTEST_EXPONENT : most > digits.length && digits.length >= point ? digits.length : most;
  const exponent = point - 1;
  if (digits !== '' && (exponent < -4 || exponent >= limit)) return exponential(shown, letter, digits.length - 1);
  return positional(shown, Math.max(digits.length - point, 0));
}

/** The sharp flag: always a decimal point, and for `%g` all the zeros that the precision requires. */
function withPoint(text: string, verb: string, precision: number | undefined): string {
  const isHex = verb === 'x' || verb === 'X';
  const tailAt = text.search(isHex ? /p/i : /e/i);
  const number = tailAt < 0 ? text : text.slice(0, tailAt);
  const tail = tailAt < 0 ? '' : text.slice(tailAt);
  let missing = 'vgGx'.includes(verb) ? (precision ?? DEFAULT_PRECISION) : 0;
  missing -= number.replace(/^[0.]+/, '').replace('.', '').length;
  const pointed = number.includes('.') ? number : `${number}.`;
  if (number === '0') missing -= 1;
  return pointed + '0'.repeat(Math.max(missing, 0)) + tail;
}

const BASES: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };
const MAX_CODE_POINT = 0x10ffffn;
const REPLACEMENT = 0xfffd;

/** An integer under a verb; undefined if the verb does not apply. */
export function formatInteger(value: bigint, verb: string, directive: Directive): string | undefined {
  switch (verb) {
    case 'c':
      return pad(character(value), directive);
    case 'q':
      return pad(quoteCharacter(codePoint(value), directive.plus), directive);
    case 'U':
      return unicode(value, directive);
    default: {
      const base = BASES[verb];
      return base === undefined ? undefined : inBase(value, base, verb, directive);
    }
  }
}

function inBase(value: bigint, base: number, verb: string, directive: Directive): string {
  const { precision, width, zero, minus, plus, space, sharp } = directive;
  const negative = value < 0n;
  const sign = negative ? '-' : plus ? '+' : space ? ' ' : '';
  let digits = (negative ? -value : value).toString(base);
  if (verb === 'X') digits = digits.toUpperCase();
  // Zero with a precision of zero prints nothing, not even a sign.
  if (precision === 0 && value === 0n) return padWithSpaces('', directive);
  const length = precision ?? (zero && !minus && width !== undefined ? width - sign.length : 0);
  digits = digits.padStart(length, '0');
  if (sharp) digits = prefix(base, verb, digits) + digits;
  if (verb === 'O') digits = `0o${digits}`;
  return padWithSpaces(sign + digits, directive);
}

function prefix(base: number, verb: string, digits: string): string {
  if (base === 2) return '0b';
  if (base === 8) return digits.startsWith('0') ? '' : '0';
  return base === 16 ? `0${verb}` : '';
}

function codePoint(value: bigint): number {
  return value < 0n || value > MAX_CODE_POINT ? REPLACEMENT : Number(value);
}

function character(value: bigint): string {
  const code = codePoint(value);
  return String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? REPLACEMENT : code);
}

/** `U+0041`, and `U+0041 'A'` with the sharp flag. */
function unicode(value: bigint, directive: Directive): string {
  const digits = BigInt.asUintN(64, value).toString(16).toUpperCase();
  const code = `U+${digits.padStart(Math.max(directive.precision ?? 0, 4), '0')}`;
  const shown = directive.sharp && value >= 0n && value <= MAX_CODE_POINT && isPrintable(Number(value));
  return padWithSpaces(shown ? `${code} '${character(value)}'` : code, directive);
}
