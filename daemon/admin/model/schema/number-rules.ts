import type { FieldProblem } from '../../api/errors.js';
import { outsideOf } from '../../api/errors.js';
import type { Cell } from '../column.js';
import type { FieldRules } from './form-schema.js';

/**
 * Checks a number against `min`, `max` and `step`. Integers and decimals are compared digit by digit, however many they have. A
 * double has already been rounded, so it may differ from a step by that much.
 */
export function numberProblem({ min, max, step }: FieldRules, cell: Cell): FieldProblem | undefined {
  if (cell.kind !== 'int64' && cell.kind !== 'double' && cell.kind !== 'decimal') return undefined;
  const number = cell.kind === 'double' ? rounded(cell.value) : exact(String(cell.value));
  if ((min !== undefined && number.compare(min) < 0) || (max !== undefined && number.compare(max) > 0)) {
    return outsideOf('number', min, max);
  }
  return step !== undefined && !number.isStep(step, min ?? 0)
    ? { rule: 'number_step', parameters: { step } }
    : undefined;
}

interface Comparable {
  /** Below zero if it is less than the bound, above zero if it is greater. */
  compare(bound: number): number;
  /** Whether it is a whole number of steps from the start. */
  isStep(step: number, start: number): boolean;
}

function rounded(value: number): Comparable {
  return {
    compare: (bound) => value - bound,
    isStep(step, start) {
      const distance = Math.round((value - start) / step) * step;
      const nearest = start + distance;
      // Value, start and step are each rounded, and so are product and sum: together less than 4 * Number.EPSILON.
      const largest = Math.max(Math.abs(value), Math.abs(start), Math.abs(distance));
      return Math.abs(value - nearest) <= 4 * Number.EPSILON * largest;
    },
  };
}

function exact(text: string): Comparable {
  const value = decimalOf(text);
  return {
    compare(bound) {
      const [one, other] = scaled(value, decimalOf(String(bound)));
      return one < other ? -1 : Number(one > other);
    },
    isStep(step, start) {
      const [one, from, size] = scaled(value, decimalOf(String(start)), decimalOf(String(step)));
      return (one - from) % size === 0n;
    },
  };
}

/** The number `digits` divided by 10 to the power of `places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** Reads a decimal, or a double as JavaScript writes it: 1.5e-7. */
function decimalOf(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(`${whole}${fraction}`), places: fraction.length - Number(exponent) };
}

/** The digits of several numbers, with the same number of places. */
function scaled<const Numbers extends readonly Decimal[]>(
  ...numbers: Numbers
): { readonly [Index in keyof Numbers]: bigint } {
  const places = Math.max(...numbers.map((one) => one.places));
  return numbers.map((one) => one.digits * 10n ** BigInt(places - one.places)) as {
    readonly [Index in keyof Numbers]: bigint;
  };
}
