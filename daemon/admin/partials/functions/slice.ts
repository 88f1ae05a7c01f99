import { byteLength, fromBytes, toBytes } from '../values/go-string.js';
import { isList, isNil, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';
import { CallError } from './call-error.js';
import { position } from './index-into.js';

/** `slice x 1 2` is x[1:2]; the third index of a list, its capacity, changes nothing here. */
export function slice(item: Value, indexes: readonly Value[]): Value {
  if (isNil(item)) throw new CallError('nil cannot be sliced');
  if (typeof item !== 'string' && !isList(item)) throw new CallError(`${typeName(item)} cannot be sliced`);
  const most = isList(item) ? 3 : 2;
  if (indexes.length > most) throw new CallError(`${indexes.length} indexes are too many to slice with`);

  const length = typeof item === 'string' ? byteLength(item) : item.length;
  const positions = indexes.map((index) => position(index, length));
  const [from = 0, to = length, capacity = length] = positions;
  if (from > to || to > capacity) throw new CallError(`slice indexes out of order: ${positions.join(', ')}`);
  return typeof item === 'string' ? fromBytes(toBytes(item).subarray(from, to)) : item.slice(from, to);
}
