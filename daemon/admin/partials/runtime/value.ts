import { compareStrings } from './go-string.js';

/**
 * The values that a template works with, as Go's template package would see the same view model: an integer is never a
 * float, `null` is a member that holds nil, and `undefined` is no value at all (a missing member, or nil on its own).
 */
export type Value =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | string
  | Byte
  | Complex
  | readonly Value[]
  | ReadonlyMap<string, Value>;

/** What a byte of a string is when it stands alone (`index "abc" 0`): Go's uint8. */
export class Byte {
  constructor(readonly value: number) {}
}

/** A complex constant (`1+2i`); no view model holds one. */
export class Complex {
  constructor(
    readonly real: number,
    readonly imaginary: number,
  ) {}
}

export type Kind = 'none' | 'bool' | 'int' | 'uint' | 'float' | 'complex' | 'string' | 'list' | 'map';

export function kindOf(value: Value): Kind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'undefined':
      return 'none';
    default:
      if (value === null) return 'none';
      if (value instanceof Map) return 'map';
      if (value instanceof Byte) return 'uint';
      return value instanceof Complex ? 'complex' : 'list';
  }
}

const TYPE_NAMES: Readonly<Record<Kind, string>> = {
  none: '<nil>',
  bool: 'bool',
  int: 'int',
  uint: 'uint8',
  float: 'float64',
  complex: 'complex128',
  string: 'string',
  list: '[]interface {}',
  map: 'map[string]interface {}',
};

/** Go's name of the value's type: what `%T` prints. */
export function typeName(value: Value): string {
  return TYPE_NAMES[kindOf(value)];
}

export function isMap(value: Value): value is ReadonlyMap<string, Value> {
  return value instanceof Map;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isNil(value: Value): value is null | undefined {
  return value === undefined || value === null;
}

/** What `if`, `with`, `and`, `or` and `not` make of a value: empty, zero and nil are false. */
export function isTrue(value: Value): boolean {
  if (value instanceof Byte) return value.value !== 0;
  if (value instanceof Complex) return value.real !== 0 || value.imaginary !== 0;
  if (isList(value)) return value.length > 0;
  if (isMap(value)) return value.size > 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

type Entries = readonly (readonly [string, Value])[];

/** Sorted once for each map, which never changes: a template can walk one map as often as it takes steps. */
const sorted = new WeakMap<ReadonlyMap<string, Value>, Entries>();

/** Maps have no order in Go; wherever one is walked, it is walked in the order of its keys' bytes. */
export function sortedEntries(map: ReadonlyMap<string, Value>): Entries {
  const known = sorted.get(map);
  if (known !== undefined) return known;
  const entries = [...map].sort(([left], [right]) => compareStrings(left, right));
  sorted.set(map, entries);
  return entries;
}
