import type { CallContext } from '../core/runtime.js';
import type { Request, RequestHead } from './request.js';
import type { Response } from './response.js';
import type { BodyRefusal } from './server.js';

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

/** Whether the pattern stands for one path only, which a map finds. */
export function isExact({ segments, below }: PathPattern): boolean {
  return !below && segments.every((segment) => 'fixed' in segment);
}

/** "/a/b/" has the segments "a", "b" and "". */
function splitPath(path: string): string[] {
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
function decodeSegment(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** HEAD and OPTIONS are answered for every path by the pipeline; a route never declares them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint, as a feature declares it. createDispatcher (pipeline.ts) turns a list of these into a Dispatcher. */
export type Route = FixedRoute | HandlerRoute;

interface RouteBase {
  /** Label in logs and metrics: "oauth.token". */
  readonly name: string;
  /** Path or pattern (parsePathPattern); no trailing slash is added or removed. */
  readonly path: string;
  /** Whether any origin may read the answers, errors and preflight included (pipeline.ts). */
  readonly cors: boolean;
}

/** An answer known at startup, whatever the query and the headers are: a document, a redirect. */
export interface FixedRoute extends RouteBase {
  readonly method: 'GET';
  readonly response: Response;
}

export interface HandlerRoute extends RouteBase {
  /** 'any': whatever no other route of this path takes, instead of 405. Not OPTIONS, which the pipeline answers. */
  readonly method: Method | 'any';
  /** Bytes of body at the most. 0 for a method without body. */
  readonly maxBodyBytes: number;
  /**
   * The answer to a request that its head alone decides, such as one without a token: nothing of its body is kept. Asked
   * of requests with a body only, so that `handle` has to judge the same. Synchronous; must not throw.
   */
  refusedByHead?(head: RequestHead, call: CallContext): Response | undefined;
  /** Answers to HEAD, too, when the method is GET. May throw or reject: then `fault` answers. */
  handle(request: Request, call: CallContext, parameters: PathParameters): Response | Promise<Response>;
  /** The route's own form of an answer to what `handle` threw. Already logged; must echo nothing of the error. */
  fault(error: unknown, request: Request, call: CallContext): Response;
  /** The route's own form of 413 (too_large) and 408 (too_slow). */
  bodyRefused(reason: BodyRefusal, request: Request, call: CallContext): Response;
  /** The route's own form of 405; Allow is added to it. Default: a line of text. */
  readonly methodNotAllowed?: Response;
}

interface Node<Entry> {
  readonly fixed: Map<string, Node<Entry>>;
  parameter: Node<Entry> | undefined;
  entry: Entry | undefined;
  below: Entry | undefined;
}

/**
 * Finds what stands for a path among patterns. A fixed segment wins over a parameter, and both over `/*`; where a more
 * particular beginning leads nowhere, the next one is tried. No pattern is tried twice, so a path costs no more than its
 * segments times the patterns that share its beginning.
 */
export class PathTree<Entry> {
  readonly #root = emptyNode<Entry>();

  /** Throws when the place is taken: by the same pattern, or by one that differs in a parameter's name only. */
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
