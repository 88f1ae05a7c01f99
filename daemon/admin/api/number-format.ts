import { remembered } from './formatter-cache.js';
import { isSprintf, sprintf, sprintfProblem } from './sprintf.js';

const numberFormat = remembered((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** "#,##0.00 €": the text before the number, its pattern and the text after it. */
const PATTERN = /^([^#0]*)([#,]*[#0][#0,]*)(?:\.([#0]+))?([^#0]*)$/;

/** As many as every Intl.NumberFormat takes. */
const MAX_WHOLE_DIGITS = 21;
const MAX_FRACTION_DIGITS = 20;

/** The problem with the format of a number, for its author; undefined if formatNumber can use it. */
export function numberFormatProblem(format: string): string | undefined {
  if (isSprintf(format)) return sprintfProblem(format);
  const [, , whole, fraction = ''] = PATTERN.exec(format) ?? [];
  if (whole === undefined) return 'has no place for the value';
  // In other products, a percent sign also multiplies by 100.
  if (format.includes('%')) return 'has a percent sign in a pattern; write %.1f %% for a number and a percent sign';
  if (count(whole, '0') > MAX_WHOLE_DIGITS || fraction.length > MAX_FRACTION_DIGITS) {
    return `has more digits than ${MAX_WHOLE_DIGITS} before the point or ${MAX_FRACTION_DIGITS} behind it`;
  }
  return undefined;
}

/**
 * Formats a number of the API for the locale; undefined if the value is not a number. Decimals and 64-bit integers are
 * texts and stay exact, with all digits after the decimal point.
 * @param format "%.2f" as in sprintf (October), or a pattern such as "#,##0.00"
 */
export function formatNumber(value: unknown, format: string | undefined, locale: string): string | undefined {
  const exact = typeof value === 'number' ? value : typeof value === 'string' && isNumeric(value) ? value : undefined;
  if (exact === undefined) return undefined;
  const pattern = format ?? '';
  if (isSprintf(pattern)) return sprintf(pattern, exact);
  const [, before = '', whole, fraction = '', after = ''] = PATTERN.exec(pattern) ?? [];
  if (whole === undefined) return numberFormat(locale, fractionAsWritten(exact)).format(exact);
  const options: Intl.NumberFormatOptions = {
    useGrouping: whole.includes(','),
    minimumIntegerDigits: Math.min(Math.max(1, count(whole, '0')), MAX_WHOLE_DIGITS),
    minimumFractionDigits: Math.min(count(fraction, '0'), MAX_FRACTION_DIGITS),
    maximumFractionDigits: Math.min(fraction.length, MAX_FRACTION_DIGITS),
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
