import { isExact, parsePathPattern } from './path-pattern.js';
import { PathTree } from './path-tree.js';

/**
 * Paths to what answers them, built once; an exact path costs one map lookup. `otherwise` stands for a method that a path
 * does not have (405), `notFound` for a path that there is not (404): both are of the same kind as the rest, so that a
 * lookup always has an answer.
 */
export class Router<Answerer> {
  readonly #exact = new Map<string, PathEntry<Answerer>>();
  readonly #patterns = new PathTree<PathEntry<Answerer>>();
  readonly #notFound: Answerer;

  /** @param paths by path pattern. Throws when two of them stand for the same paths. */
  constructor(paths: ReadonlyMap<string, PathEntry<Answerer>>, notFound: Answerer) {
    for (const [path, entry] of paths) {
      const pattern = parsePathPattern(path);
      if (isExact(pattern)) this.#exact.set(path, entry);
      this.#patterns.add(pattern, entry);
    }
    this.#notFound = notFound;
  }

  find(method: string, path: string): Answerer {
    const entry = this.#exact.get(path) ?? this.#patterns.find(path);
    if (entry === undefined) return this.#notFound;
    return entry.byMethod.get(method) ?? entry.otherwise;
  }
}

export interface PathEntry<Answerer> {
  readonly byMethod: ReadonlyMap<string, Answerer>;
  readonly otherwise: Answerer;
}

/** Value of Allow for a path with these methods (RFC 9110 §10.2.1): a HEAD works where a GET does, OPTIONS everywhere. */
export function allowedMethods(methods: Iterable<string>): string[] {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  allowed.add('OPTIONS');
  return [...allowed].sort();
}
