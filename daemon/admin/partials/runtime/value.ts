import { compareStrings } from './go-string.js';

/**
 * The values in a template, as Go's template package would see the same view model: an integer is never a float, `null` is a
 * member that contains nil, and `undefined` is no value (a missing member, or nil on its own).
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

/** A single byte of a string (`index "abc" 0`): Go's uint8. */
export class Byte {
  constructor(readonly value: number) {}
}

/** A complex constant (`1+2i`); view models contain none. */
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

/** Go's name of the value's type, which `%T` prints. */
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

/** The truth of a value for `if`, `with`, `and`, `or` and `not`: empty, zero and nil are false. */
export function isTrue(value: Value): boolean {
  if (value instanceof Byte) return value.value !== 0;
  if (value instanceof Complex) return value.real !== 0 || value.imaginary !== 0;
  if (isList(value)) return value.length > 0;
  if (isMap(value)) return value.size > 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

type Entries = readonly (readonly [string, Value])[];

/** Sorted once per map, because maps never change and a template may iterate over one map in each step. */
const sorted = new WeakMap<ReadonlyMap<string, Value>, Entries>();

/** Maps have no order in Go. All iterations use the byte order of the keys. */
export function sortedEntries(map: ReadonlyMap<string, Value>): Entries {
  const known = sorted.get(map);
  if (known !== undefined) return known;
  const entries = [...map].sort(([left], [right]) => compareStrings(left, right));
  sorted.set(map, entries);
  return entries;
}
