/** A search in a code editor. */
export interface CodeQuery {
  readonly text: string;
  readonly matchesCase: boolean;
}

/** A place in the code, in UTF-16 units. */
export interface CodeMatch {
  readonly from: number;
  readonly to: number;
}

/** Every place of the text, in order and without overlaps. The text is no pattern. */
export function matchesOf(code: string, { text, matchesCase }: CodeQuery): readonly CodeMatch[] {
  if (text === '') return [];
  // With the flag u, the search never finds half of a character, and i compares letters without changing their number.
  const pattern = new RegExp(text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'), matchesCase ? 'gu' : 'giu');
  return Array.from(code.matchAll(pattern), ({ 0: found, index }) => ({ from: index, to: index + found.length }));
}

/** The first match from this position on; behind the last one, the first of all. */
export function matchFrom(matches: readonly CodeMatch[], position: number): CodeMatch | undefined {
  return matches.find(({ from }) => from >= position) ?? matches[0];
}

/** The last match that ends at this position or before; before the first one, the last of all. */
export function matchBefore(matches: readonly CodeMatch[], position: number): CodeMatch | undefined {
  return matches.findLast(({ to }) => to <= position) ?? matches.at(-1);
}
