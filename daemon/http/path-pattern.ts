/**
 * The paths that a route answers. A segment is itself, or `:name` for any one segment that is not empty; a pattern that
 * ends in `/*` stands for every path below ("/admin/*": "/admin/", "/admin/a/b", not "/admin").
 */
export interface PathPattern {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly below: boolean;
}

export type Segment = { readonly fixed: string } | { readonly parameter: string };

/** What stood for each `:name`, percent-decoded. */
export type PathParameters = ReadonlyMap<string, string>;

/** Those of an exact path. */
export const NO_PARAMETERS: PathParameters = new Map();

/** Throws on a pattern that could never be meant: a programming error, found at startup. */
export function parsePathPattern(text: string): PathPattern {
  if (!text.startsWith('/')) throw new Error(`the path ${text} does not begin with "/"`);
  const below = text.endsWith('/*');
  const parts = splitPath(below ? text.slice(0, -2) : text);
  const segments = parts.map((part): Segment =>
    part.startsWith(':') ? { parameter: part.slice(1) } : { fixed: part },
  );
  const names = segments.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : []));
  if (names.includes('') || new Set(names).size < names.length || parts.some((part) => part.includes('*'))) {
    throw new Error(`the path ${text} has a parameter without a name, one name twice, or a "*" in the middle`);
  }
  return { text, segments, below };
}

/** Whether the pattern stands for one path only, which a map finds. */
export function isExact({ segments, below }: PathPattern): boolean {
  return !below && segments.every((segment) => 'fixed' in segment);
}

/** "/a/b/" has the segments "a", "b" and "". */
export function splitPath(path: string): string[] {
  return path === '' ? [] : path.slice(1).split('/');
}

/** Of a path that the pattern stands for. */
export function pathParameters(pattern: PathPattern, path: string): PathParameters {
  const parts = splitPath(path);
  const parameters = new Map<string, string>();
  pattern.segments.forEach((segment, index) => {
    if ('parameter' in segment) parameters.set(segment.parameter, decodeSegment(parts[index] ?? '') ?? '');
  });
  return parameters;
}

/** Undefined for what is no percent-encoded UTF-8. */
export function decodeSegment(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
