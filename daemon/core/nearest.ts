/** The one of `known` that `name` was probably meant to be; undefined if none is near enough. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const judged = known.map((candidate) => ({
    candidate,
    distance: distance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = judged.reduce((a, b) => (b.distance < a.distance ? b : a), { candidate: '', distance: Infinity });
  return best.distance <= tolerance(name) ? best.candidate : undefined;
}

/** Longer names allow more typos, but long names of one family (`acme.blog.…`) must not all match each other. */
function tolerance(name: string): number {
  return Math.min(4, Math.max(2, Math.floor(name.length / 4)));
}

/** Levenshtein distance: the number of letters to add, remove or change. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
