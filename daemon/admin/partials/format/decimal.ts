/** A number without sign as its significant digits: 0.ddd × 10^point. Zero has none. */
export interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** The fewest digits that stand for this very number. */
export function shortestDecimal(value: number): Decimal {
  if (value === 0) return { digits: '', point: 0 };
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** All digits of the number: a double is a fraction of a power of two, so there is an end to them. */
export function exactDecimal(value: number): Decimal {
  const { mantissa, exponent } = binary(value);
  if (mantissa === 0n) return { digits: '', point: 0 };
  // m × 2^-k is m × 5^k shifted by k decimal places.
  const all = String(exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent));
  return { digits: all.replace(/0+$/, ''), point: all.length + Math.min(exponent, 0) };
}

/** At most `count` digits, rounded to the nearest; a tie goes to the even digit. */
export function rounded({ digits, point }: Decimal, count: number): Decimal {
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

/** value = mantissa × 2^exponent, with all 53 bits of the mantissa where the number is not tiny. */
export function binary(value: number): { mantissa: bigint; exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const raw = bits.getBigUint64(0);
  const biased = Number(raw >> 52n);
  const fraction = raw & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}
