/** The one of `known` that `name` was probably meant to be; undefined if none is near enough. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const sought = name.toLowerCase();
  let nearest: string | undefined;
  /** A candidate must be nearer than the one before it. */
  let limit = tolerance(name);
  for (const candidate of known) {
    const found = distance(sought, candidate.toLowerCase(), limit);
    if (found === undefined) continue;
    nearest = candidate;
    // Below 0 if it is the name itself in another case: then no other is nearer.
    limit = found - 1;
  }
  return nearest;
}

/** Longer names allow more typos, but long names of one family (`acme.blog.…`) must not all match each other. */
function tolerance(name: string): number {
  return Math.min(4, Math.max(2, Math.floor(name.length / 4)));
}

/**
 * Levenshtein distance: the number of letters to add, remove or change; undefined above the limit. It looks only at places that
 * are no further apart than that, because a plugin without its language file compares hundreds of names with thousands.
 */
function distance(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let [endOfA, endOfB] = [a.length, b.length];
  while (endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA -= 1;
    endOfB -= 1;
  }
  return distanceOfParts(a.slice(start, endOfA), b.slice(start, endOfB), limit);
}

function distanceOfParts(a: string, b: string, limit: number): number | undefined {
  const above = limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    const last = Math.min(b.length, row + limit);
    let least = row;
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const change = (previous[column - 1] ?? above) + (a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1);
      const cost = Math.min(change, (previous[column] ?? above) + 1, (current[column - 1] ?? above) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return undefined;
    previous = current;
  }
  const found = previous[b.length] ?? above;
  return found <= limit ? found : undefined;
}
