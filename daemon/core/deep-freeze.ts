/**
 * Freezes plain objects, arrays and the values of maps, so that no request can change what the next one sees. Buffers
 * cannot be frozen, and maps are only read by their type.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  const inner: Iterable<unknown> = value instanceof Map || value instanceof Set ? value.values() : Object.values(value);
  for (const one of inner) deepFreeze(one);
  return value;
}
