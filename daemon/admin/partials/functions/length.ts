import { byteLength } from '../values/go-string.js';
import { isList, isMap, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';
import { CallError } from './call-error.js';

/** Bytes of a string, elements of a list, members of a map. */
export function length(item: Value): bigint {
  if (typeof item === 'string') return BigInt(byteLength(item));
  if (isList(item)) return BigInt(item.length);
  if (isMap(item)) return BigInt(item.size);
  throw new CallError(`${typeName(item)} has no length`);
}
