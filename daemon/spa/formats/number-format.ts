import { remembered } from './formatter-cache.js';

const CONVERSION = /%(?:%|([-+0]|'.)*(\d+)?(?:\.(\d+))?([bdeEfFosuxX]))/g;

/** PHP's sprintf with one value, as October's `format` of texts and numbers has it: "%05d", "%.2f", "%s pieces". */
export function sprintf(format: string, value: string | number): string {
  return format.replace(CONVERSION, (found, _flag, width: string | undefined, precision: string | undefined, type) => {
    if (found === '%%') return '%';
    const flags = /^%((?:[-+0]|'.)*)/.exec(found)?.[1] ?? '';
    const text = converted(String(type), value, precision === undefined ? undefined : Number(precision));
    const signed = flags.includes('+') && /[dfFeE]/.test(String(type)) && !text.startsWith('-') ? `+${text}` : text;
    return padded(signed, flags, Number(width ?? 0));
  });
}

function converted(type: string, value: string | number, precision: number | undefined): string {
  switch (type) {
    case 'd':
    case 'u':
      // As text where it is one: a 64-bit integer would lose its last digits as a number.
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

/** "#,##0.00 €": what stands before the number, its pattern, what stands after it. */
const PATTERN = /^([^#0]*)([#,]*[#0][#0,]*)(?:\.([#0]+))?([^#0]*)$/;

/**
 * A number of the API in the locale; undefined for what is none. Decimals and 64-bit integers are texts, and stay exact: their
 * digits after the point are shown as they are.
 * @param format "%.2f" as sprintf has it (October's), or a pattern such as "#,##0.00"
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

/** "12.50" is a price: its last digit says something. */
function fractionAsWritten(value: string | number): Intl.NumberFormatOptions {
  const written = typeof value === 'string' ? (value.split('.')[1]?.length ?? 0) : 0;
  return { minimumFractionDigits: Math.min(written, 20), maximumFractionDigits: 20 };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
