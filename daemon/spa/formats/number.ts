import { remembered } from './remembered.js';
import { sprintf } from './sprintf.js';

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
