import { OAUTH_OPTIONS } from './oauth-options.js';

/** What to tell somebody who set a key that does not exist. `name` and `known` are in one notation, dotted or GATEHOUSE_…. */
export function unknownKey(name: string, known: readonly string[]): string {
  if (isOAuthOption(name)) {
    return (
      'options of the authorization server come from the host alone: set it in what the host answers to ' +
      'HostService.Describe; nothing of it is read from the environment, files or flags'
    );
  }
  const nearest = nearestOf(name, known);
  return nearest === undefined ? `there is no key ${name}` : `there is no key ${name}; did you mean ${nearest}?`;
}

function isOAuthOption(name: string): boolean {
  const path = name
    .toLowerCase()
    .replace(/^gatehouse_/, '')
    .replaceAll('__', '.')
    .split('.');
  return path[0] === 'oauth' || (path.length === 1 && OAUTH_OPTIONS.includes(path[0] ?? ''));
}

/** Undefined when nothing is near enough to be what was meant. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  const judged = known.map((candidate) => ({
    candidate,
    distance: distance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = judged.reduce((a, b) => (b.distance < a.distance ? b : a), { candidate: '', distance: Infinity });
  return best.distance <= Math.max(2, Math.floor(name.length / 4)) ? best.candidate : undefined;
}

/** Levenshtein distance: letters to add, to remove or to change. */
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
