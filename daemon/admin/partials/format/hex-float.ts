import { binary } from './decimal.js';

const MANTISSA_BITS = 52;

/** `0x1.8p+01`: hexadecimal mantissa, binary exponent. A negative precision means as many digits as there are. */
export function hexFloat(value: number, verb: 'x' | 'X', precision: number): string {
  let { mantissa, exponent } = binary(value);
  if (mantissa === 0n) exponent = -MANTISSA_BITS;
  // One bit before the point: numbers close to zero come without.
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

/** To the nearest; a tie goes to the even one. */
function roundedShift(value: bigint, bits: bigint): bigint {
  const kept = value >> bits;
  const rest = value - (kept << bits);
  const half = 1n << (bits - 1n);
  return rest > half || (rest === half && kept % 2n === 1n) ? kept + 1n : kept;
}
