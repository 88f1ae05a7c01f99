import { remembered } from './formatter-cache.js';

/** PHP's sprintf with one value, as in October's `format` of texts and numbers. `%1$s` is the value, as `%s` is. */
const CONVERSION = /%(?:%|(?:1\$)?((?:[-+0 ]|'.)*)(\d+)?(?:\.(\d+))?([bdeEfFosuxX]))/gsu;

/** Wider and longer than any cell, and within what JavaScript can write. */
const MAX_WIDTH = 200;
const MAX_PRECISION = 20;

/** Whether the format has a place for the value. */
export function isSprintf(format: string): boolean {
  return [...format.matchAll(CONVERSION)].some(([found]) => found !== '%%');
}

/** The problem with a format, for its author; undefined if sprintf can use it. */
export function sprintfProblem(format: string): string | undefined {
  const rest = format.replace(CONVERSION, '');
  const at = rest.indexOf('%');
  if (at !== -1) return `contains "${rest.slice(at, at + 5).trim()}", which is not a conversion`;
  for (const [, , width = '0', precision = '0'] of format.matchAll(CONVERSION)) {
    if (Number(width) > MAX_WIDTH) return `has the width ${width}, above ${MAX_WIDTH}`;
    if (Number(precision) > MAX_PRECISION) return `has the precision ${precision}, above ${MAX_PRECISION}`;
  }
  return isSprintf(format) ? undefined : 'has no place for the value';
}

/** "%05d", "%.2f", "%s pieces". Decimals and 64-bit integers are texts, and keep all their digits. */
export function sprintf(format: string, value: string | number): string {
  return format.replace(
    CONVERSION,
    (found, flags: string, width: string | undefined, precision: string | undefined, type) => {
      if (found === '%%') return '%';
      const places = precision === undefined ? undefined : Math.min(Number(precision), MAX_PRECISION);
      const text = converted(String(type), value, places);
      const signed = flags.includes('+') && /[dfFeE]/.test(String(type)) && !text.startsWith('-') ? `+${text}` : text;
      return padded(signed, flags, Math.min(Number(width ?? 0), MAX_WIDTH));
    },
  );
}

function converted(type: string, value: string | number, precision: number | undefined): string {
  switch (type) {
    case 'd':
      return String(wholeOf(value));
    case 'u':
      return unsigned(value).toString();
    case 'f':
    case 'F':
      return withPlaces(value, precision ?? 6);
    case 'e':
      return floatOf(value).toExponential(precision ?? 6);
    case 'E':
      return converted('e', value, precision).toUpperCase();
    case 'b':
      return unsigned(value).toString(2);
    case 'o':
      return unsigned(value).toString(8);
    case 'x':
      return unsigned(value).toString(16);
    case 'X':
      return unsigned(value).toString(16).toUpperCase();
    default:
      return [...String(value)].slice(0, precision).join('');
  }
}

/** The number at the beginning of a text, as PHP reads it; 0 if there is none. */
function numberAtStart(value: string): string {
  return /^\s*([+-]?\d+(?:\.\d+)?)/.exec(value)?.[1]?.replace('+', '') ?? '0';
}

/** Without its fraction. A 64-bit integer as a number would lose its last digits. */
function wholeOf(value: string | number): bigint {
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
  return BigInt(numberAtStart(value).split('.')[0] ?? '0');
}

/** Negative integers have 64 bits, as in PHP. */
function unsigned(value: string | number): bigint {
  return BigInt.asUintN(64, wholeOf(value));
}

function floatOf(value: string | number): number {
  return typeof value === 'number' ? value : Number(numberAtStart(value));
}

const plainFormat = remembered((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** Rounded in decimal: of a decimal column, the digits that are stored, and of a double, those of its shortest text. */
function withPlaces(value: string | number, places: number): string {
  const format = plainFormat('en', {
    useGrouping: false,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return format.format(typeof value === 'number' ? value : (numberAtStart(value) as `${number}`));
}

function padded(text: string, flags: string, width: number): string {
  const filler = /'(.)/su.exec(flags)?.[1] ?? (flags.includes('0') ? '0' : ' ');
  const missing = Math.max(0, width - [...text].length);
  if (flags.includes('-')) return text + (filler === '0' ? ' ' : filler).repeat(missing);
  const sign = filler === '0' && /^[-+]/.test(text) ? text.slice(0, 1) : '';
  return sign + filler.repeat(missing) + text.slice(sign.length);
}
