import { binary, exactDecimal, rounded, shortestDecimal } from './decimal.js';
import type { Decimal } from './decimal.js';
import { pad, padWithSpaces } from './directive.js';
import type { Directive } from './directive.js';
import { hexFloat } from './hex-float.js';

/** `%g` writes an exponent from here on, when it is free to choose the number of digits. */
const SHORTEST_EXPONENT = 6;
const DEFAULT_PRECISION = 6;

/** A float under a verb; undefined when the verb does not fit. */
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
  // Zeros go between the sign and the digits.
  return zero && !minus && width !== undefined
    ? sign + digits.padStart(width - sign.length, '0')
    : pad(sign + digits, directive);
}

/** Undefined for verbs that floats do not have; -1 for as many digits as the number needs. */
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

/** The shorter of the two: positional for exponents from -4 up to the precision. */
function general(value: number, letter: string, precision: number): string {
  const shown = decimal(value, precision === 0 ? 1 : precision);
  const { digits, point } = shown;
  const most = precision === 0 ? 1 : precision;
  // Trailing zeros are not written, so digits that are not there do not push the exponent away.
  const limit =
    precision < 0 ? SHORTEST_EXPONENT : most > digits.length && digits.length >= point ? digits.length : most;
  const exponent = point - 1;
  if (digits !== '' && (exponent < -4 || exponent >= limit)) return exponential(shown, letter, digits.length - 1);
  return positional(shown, Math.max(digits.length - point, 0));
}

/** The sharp flag: always a decimal point, and for `%g` all the zeros that the precision asks for. */
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
