import { remembered } from './formatter-cache.js';

const CONVERSION = /%(?:%|((?:[-+0]|'.)*)(\d+)?(?:\.(\d+))?([bdeEfFosuxX]))/g;

/** PHP's sprintf with one value, as in October's `format` of texts and numbers: "%05d", "%.2f", "%s pieces". */
export function sprintf(format: string, value: string | number): string {
  return format.replace(
    CONVERSION,
    (found, flags: string, width: string | undefined, precision: string | undefined, type) => {
      if (found === '%%') return '%';
      const text = converted(String(type), value, precision === undefined ? undefined : Number(precision));
      const signed = flags.includes('+') && /[dfFeE]/.test(String(type)) && !text.startsWith('-') ? `+${text}` : text;
      return padded(signed, flags, Number(width ?? 0));
    },
  );
}

function converted(type: string, value: string | number, precision: number | undefined): string {
  switch (type) {
    case 'd':
    case 'u':
      // Keep text as text: a 64-bit integer would lose its last digits as a number.
      return typeof value === 'string' ? (/^-?\d+/.exec(value)?.[0] ?? '0') : String(Math.trunc(value));
    case 'f':
    case 'F':
      return Number(value).toFixed(Math.min(precision ?? 6, 20));
    case 'e':
    case 'E': {
      const text = Number(value).toExponential(Math.min(precision ?? 6, 20));
      return type === 'E' ? text.toUpperCase() : text;
    }
    case 'b':
      return Math.trunc(Number(value)).toString(2);
    case 'o':
      return Math.trunc(Number(value)).toString(8);
    case 'x':
      return Math.trunc(Number(value)).toString(16);
    case 'X':
      return Math.trunc(Number(value)).toString(16).toUpperCase();
    default:
      return precision === undefined ? String(value) : String(value).slice(0, precision);
  }
}

function padded(text: string, flags: string, width: number): string {
  const filler = /'(.)/.exec(flags)?.[1] ?? (flags.includes('0') ? '0' : ' ');
  if (flags.includes('-')) return text.padEnd(width, filler === '0' ? ' ' : filler);
  const sign = filler === '0' && /^[-+]/.test(text) ? text.slice(0, 1) : '';
  return sign + text.slice(sign.length).padStart(width - sign.length, filler);
}

const numberFormat = remembered((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** "#,##0.00 €": the text before the number, its pattern and the text after it. */
const PATTERN = /^([^#0]*)([#,]*[#0][#0,]*)(?:\.([#0]+))?([^#0]*)$/;

/**
 * Formats a number of the API for the locale; undefined if the value is not a number. Decimals and 64-bit integers are
 * texts and stay exact, with all digits after the decimal point.
 * @param format "%.2f" as in sprintf (October), or a pattern such as "#,##0.00"
 */
export function formatNumber(value: unknown, format: string | undefined, locale: string): string | undefined {
  const exact = typeof value === 'number' ? value : typeof value === 'string' && isNumeric(value) ? value : undefined;
  if (exact === undefined) return undefined;
  if (format?.includes('%')) return sprintf(format, exact);
  const [, before = '', whole, fraction = '', after = ''] = (format === undefined ? null : PATTERN.exec(format)) ?? [];
  if (whole === undefined) return numberFormat(locale, fractionAsWritten(exact)).format(exact);
  const options: Intl.NumberFormatOptions = {
    useGrouping: whole.includes(','),
    minimumIntegerDigits: Math.max(1, count(whole, '0')),
    minimumFractionDigits: count(fraction, '0'),
    maximumFractionDigits: fraction.length,
  };
  return before + numberFormat(locale, options).format(exact) + after;
}

function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Keep the last digit of a price such as "12.50", because it is significant. */
function fractionAsWritten(value: string | number): Intl.NumberFormatOptions {
  const written = typeof value === 'string' ? (value.split('.')[1]?.length ?? 0) : 0;
  return { minimumFractionDigits: Math.min(written, 20), maximumFractionDigits: 20 };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
