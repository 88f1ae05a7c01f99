import type { CallContext } from '../core/runtime.js';
import type { Request, RequestHead } from './request.js';
import type { Response } from './response.js';
import type { BodyRefusal } from './server.js';

/**
 * The paths that a route answers. A segment matches itself, or `:name` matches any non-empty segment. A pattern that ends in
 * `/*` matches every path below ("/admin/*": "/admin/", "/admin/a/b", not "/admin").
 */
export interface PathPattern {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly below: boolean;
}

export type Segment = { readonly fixed: string } | { readonly parameter: string };

/** The segment that matched each `:name`, percent-decoded. */
export type PathParameters = ReadonlyMap<string, string>;

/** The parameters of an exact path. */
export const NO_PARAMETERS: PathParameters = new Map();

/** The pattern of one path from outside, such as that of a URL in the host's options: it has no parameter and no wildcard. */
export function literalPath(text: string): PathPattern {
  return { text, segments: splitPath(text).map((fixed) => ({ fixed })), below: false };
}

/** Throws on an invalid pattern: a programming error, found at startup. */
export function parsePathPattern(text: string): PathPattern {
  if (!text.startsWith('/')) throw new Error(`the path ${text} does not start with "/"`);
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

/** True if the pattern matches a single path, which a map can find. */
export function isExact({ segments, below }: PathPattern): boolean {
  return !below && segments.every((segment) => 'fixed' in segment);
}

/** "/a/b/" has the segments "a", "b" and "". */
function splitPath(path: string): string[] {
  return path === '' ? [] : path.slice(1).split('/');
}

/** Requires a path that matches the pattern. */
export function pathParameters(pattern: PathPattern, path: string): PathParameters {
  const parts = splitPath(path);
  const parameters = new Map<string, string>();
  pattern.segments.forEach((segment, index) => {
    if ('parameter' in segment) parameters.set(segment.parameter, decodeSegment(parts[index] ?? '') ?? '');
  });
  return parameters;
}

/** Undefined for invalid percent-encoded UTF-8. */
function decodeSegment(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The pipeline answers HEAD and OPTIONS for every path; a route never declares them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint, as a feature declares it. createDispatcher (pipeline.ts) turns a list of these into a Dispatcher. */
export type Route = FixedRoute | HandlerRoute;

interface RouteBase {
  /** Label in logs and metrics: "oauth.token". */
  readonly name: string;
  /** Path or pattern (parsePathPattern); no trailing slash is added or removed. */
  readonly path: string;
  /** Whether `path` is no pattern, whatever is in it: it comes from outside (literalPath). */
  readonly isLiteral?: boolean;
  /** Whether every path that ends with `path` is this route's: "/notes/oauth/mcp/token". Without parameter and wildcard. */
  readonly belowAny?: boolean;
  /** Whether any origin may read the answers, including errors and the preflight (pipeline.ts). */
  readonly cors: boolean;
}

export function patternOf({ path, isLiteral }: Pick<Route, 'path' | 'isLiteral'>): PathPattern {
  return isLiteral === true ? literalPath(path) : parsePathPattern(path);
}

/** An answer known at startup that does not depend on the query or the headers: a document, a redirect. */
export interface FixedRoute extends RouteBase {
  readonly method: 'GET';
  readonly response: Response;
}

export interface HandlerRoute extends RouteBase {
  /** 'any': every method that no other route of this path takes, instead of 405. Not OPTIONS, which the pipeline answers. */
  readonly method: Method | 'any';
  /** Maximum bytes of the body. 0 for a method without body. */
  readonly maxBodyBytes: number;
  /**
   * The answer to a request that its head alone decides, such as one without a token; its body is discarded. Called only for
   * requests with a body, so `handle` must make the same decision. Synchronous; must not throw.
   */
  refusedByHead?(head: RequestHead, call: CallContext): Response | undefined;
  /** Also answers HEAD if the method is GET. May throw or reject: then `fault` answers. */
  handle(request: Request, call: CallContext, parameters: PathParameters): Response | Promise<Response>;
  /**
   * The route's own form of the answer to an error that `handle` threw. The error is already logged; the answer must not
   * reveal any of it.
   */
  fault(error: unknown, request: Request, call: CallContext): Response;
  /** The route's own form of 413 (too_large) and 408 (too_slow). */
  bodyRefused(reason: BodyRefusal, request: Request, call: CallContext): Response;
  /** The route's own form of 405; Allow is added to it. Default: a line of text. */
  readonly methodNotAllowed?: Response;
  /** The route's own form of the answer to a request that arrives during the drain. Default: a line of text. */
  readonly draining?: Response;
}

interface Node<Entry> {
  readonly fixed: Map<string, Node<Entry>>;
  parameter: Node<Entry> | undefined;
  entry: Entry | undefined;
  below: Entry | undefined;
}

/**
 * Finds the entry for a path among patterns. A fixed segment wins over a parameter, and both win over `/*`; if the most
 * specific beginning leads nowhere, the next one is tried. No pattern is tried twice, so the cost of a path is at most its
 * segments times the patterns that share its beginning.
 */
export class PathTree<Entry> {
  readonly #root = emptyNode<Entry>();

  /** Throws if the place is taken: by the same pattern, or by one that differs only in a parameter's name. */
  add(pattern: PathPattern, entry: Entry): void {
    let node = this.#root;
    for (const segment of pattern.segments) node = childOf(node, segment);
    const slot = pattern.below ? 'below' : 'entry';
    if (node[slot] !== undefined) throw new Error(`another pattern already matches the paths of ${pattern.text}`);
    node[slot] = entry;
  }

  find(path: string): Entry | undefined {
    return find(this.#root, splitPath(path), 0);
  }
}

function find<Entry>(node: Node<Entry>, parts: readonly string[], index: number): Entry | undefined {
  const part = parts[index];
  if (part === undefined) return node.entry;
  const fixed = node.fixed.get(part);
  const found = fixed === undefined ? undefined : find(fixed, parts, index + 1);
  if (found !== undefined) return found;
  if (node.parameter !== undefined && part !== '' && decodeSegment(part) !== undefined) {
    const inner = find(node.parameter, parts, index + 1);
    if (inner !== undefined) return inner;
  }
  return node.below;
}

function emptyNode<Entry>(): Node<Entry> {
  return { fixed: new Map(), parameter: undefined, entry: undefined, below: undefined };
}

function childOf<Entry>(node: Node<Entry>, segment: PathPattern['segments'][number]): Node<Entry> {
  if ('parameter' in segment) return (node.parameter ??= emptyNode());
  const existing = node.fixed.get(segment.fixed);
  if (existing !== undefined) return existing;
  const created = emptyNode<Entry>();
  node.fixed.set(segment.fixed, created);
  return created;
}

/**
 * Maps paths to their entries. Built once; an exact path costs one map lookup. `otherwise` is the entry for an unsupported
 * method (405), `notFound` the one for an unknown path (404). Both are of the same kind as the others, so a lookup always
 * has a result.
 */
export class Router<Answerer> {
  readonly #exact = new Map<string, PathEntry<Answerer>>();
  readonly #patterns = new PathTree<PathEntry<Answerer>>();
  readonly #notFound: Answerer;

  /** Throws if the patterns of two entries match the same paths. */
  constructor(entries: Iterable<PathEntry<Answerer>>, notFound: Answerer) {
    for (const entry of entries) {
      const { pattern } = entry;
      if (isExact(pattern)) this.#exact.set(pattern.text, entry);
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
  readonly pattern: PathPattern;
  readonly byMethod: ReadonlyMap<string, Answerer>;
  readonly otherwise: Answerer;
}

/** Value of Allow for a path with these methods (RFC 9110 §10.2.1): HEAD works where GET does, OPTIONS everywhere. */
export function allowedMethods(methods: Iterable<string>): string[] {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  allowed.add('OPTIONS');
  return [...allowed].sort();
}
