import { byteLength, toBytes } from '../values/go-string.js';
import { Byte, isList, isMap, isNil, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';
import { CallError } from './call-error.js';

/** `index x 1 "a"` is x[1]["a"]. A missing member is nil; a missing element is an error. */
export function indexInto(item: Value, indexes: readonly Value[]): Value {
  if (isNil(item)) throw new CallError('nil has no elements');
  return indexes.reduce(element, item);
}

function element(item: Value, index: Value): Value {
  if (isList(item)) return item[position(index, item.length - 1)];
  if (typeof item === 'string') {
    const at = position(index, byteLength(item) - 1);
    return new Byte(toBytes(item)[at] ?? 0);
  }
  if (isMap(item)) {
    if (typeof index !== 'string') throw new CallError(`a key is a string, not ${typeName(index)}`);
    // Nil that is a value, not the absence of one: Go gives the zero value of the map's elements.
    return item.get(index) ?? null;
  }
  throw new CallError(`${typeName(item)} has no elements`);
}

/** An index as a number, from 0 to `last`. */
export function position(index: Value, last: number): number {
  if (typeof index !== 'bigint' && !(index instanceof Byte)) {
    throw new CallError(`an index is an integer, not ${typeName(index)}`);
  }
  const at = Number(index instanceof Byte ? index.value : index);
  if (at < 0 || at > last) throw new CallError(`index out of range: ${at}`);
  return at;
}
