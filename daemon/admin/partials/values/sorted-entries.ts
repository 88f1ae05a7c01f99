import { compareStrings } from './go-string.js';
import type { Value } from './value.js';

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
