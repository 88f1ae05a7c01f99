import { compareStrings } from './go-string.js';
import type { Value } from './value.js';

/** Maps have no order in Go; wherever one is walked, it is walked in the order of its keys' bytes. */
export function sortedEntries(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([left], [right]) => compareStrings(left, right));
}
