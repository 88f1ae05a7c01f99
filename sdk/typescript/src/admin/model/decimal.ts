/** A decimal without the zeros that mean nothing: "-007.50" is -, "7" and "5"; zero, of either sign, has no digits. */
export interface Decimal {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/**
 * Every spelling of a decimal that a database or an application has for it: "1.50", "-0", "+01.5", ".5", "5.", "1.0e+20".
 * Undefined for what is no finite number. What the contract takes is narrower: it knows neither "+" nor an exponent.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign = '', before = '', after = '', exponent = '0'] = match;
  if (before === '' && after === '') return undefined;
  const point = before.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -point))}${before}${after}`.padEnd(point, '0');
  const split = Math.max(0, point);
  const whole = digits.slice(0, split).replace(/^0+/, '');
  const fraction = digits.slice(split).replace(/0+$/, '');
  return { isNegative: sign === '-' && (whole !== '' || fraction !== ''), whole, fraction };
}

/** As the contract writes it, in the shortest way. */
export function plainDecimal({ isNegative, whole, fraction }: Decimal): string {
  return `${isNegative ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}
