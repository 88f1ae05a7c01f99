import { compareStrings } from '../values/go-string.js';
import { Byte, Complex, isNil, kindOf, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';
import { CallError } from './call-error.js';

/** True when the first value equals any of the others. Values of different types are an error, except that nil is not. */
export function equal(first: Value, others: readonly Value[]): boolean {
  if (others.length === 0) throw new CallError('missing argument for comparison');
  return others.some((other) => equalsOne(first, other));
}

function equalsOne(left: Value, right: Value): boolean {
  if (isNil(left) || isNil(right)) return isNil(left) && isNil(right);
  const order = compareNumbers(left, right);
  if (order !== undefined) return order === 0;
  const kind = kindOf(left);
  if (kind !== kindOf(right)) throw incompatible(left, right);
  if (kind === 'list' || kind === 'map') throw new CallError(`values of type ${typeName(left)} cannot be compared`);
  if (left instanceof Complex && right instanceof Complex) {
    return left.real === right.real && left.imaginary === right.imaginary;
  }
  return left === right;
}

/** Order of two numbers or two strings. */
export function lessThan(left: Value, right: Value): boolean {
  for (const value of [left, right]) {
    if (!isOrdered(value)) {
      throw new CallError(`values of type ${typeName(value)} have no order`);
    }
  }
  const order = compareNumbers(left, right);
  if (order !== undefined) return order < 0;
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right) < 0;
  throw incompatible(left, right);
}

export function lessOrEqual(left: Value, right: Value): boolean {
  return lessThan(left, right) || equal(left, [right]);
}

function isOrdered(value: Value): boolean {
  return ['int', 'uint', 'float', 'string'].includes(kindOf(value));
}

/** Negative, zero or positive; undefined unless both are integers of any kind, or both are floats. */
function compareNumbers(left: Value, right: Value): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : left > right ? 1 : 0;
  const [first, second] = [integer(left), integer(right)];
  if (first === undefined || second === undefined) return undefined;
  return first < second ? -1 : first > second ? 1 : 0;
}

function integer(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value instanceof Byte ? BigInt(value.value) : undefined;
}

function incompatible(left: Value, right: Value): CallError {
  return new CallError(`${typeName(left)} and ${typeName(right)} cannot be compared`);
}
