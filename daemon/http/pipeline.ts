import { HostFailed, Unavailable } from '../core/faults.js';
import type { Logger } from '../core/runtime.js';
import { Outages } from './outages.js';
import type { Request } from './request.js';
import { RequestContext } from './request.js';
import type { Header, Response } from './response.js';
import { asBytes, CommonHeaders, DRAIN_RETRY_AFTER_SECONDS, plainText, PreparedResponse } from './response.js';
import type { HandlerRoute, PathEntry, PathPattern, Route } from './router.js';
import { allowedMethods, isExact, NO_PARAMETERS, pathParameters, patternOf, Router } from './router.js';
import type { BodyRefusal, Dispatcher, Handling } from './server.js';

/**
 * Cross-origin access for the endpoints that browser-based MCP clients call: any origin, no cookies. Safe because nothing
 * behind these endpoints reads a cookie. Endpoints that do (authorize, consent pages) must not have these headers.
 */
const CORS_HEADERS: readonly Header[] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'WWW-Authenticate, Retry-After'],
];

/**
 * Additional headers for a preflight request (OPTIONS). Browsers cap max-age themselves (Chromium at two hours).
 *
 * MCP clients send the headers that their user configured for the MCP server (X-API-Key and others) with every request of
 * the OAuth flow, too. We ignore them, but a browser drops the whole request unless it may send them. "*" does not cover
 * Authorization, and old browsers do not know it.
 */
function preflightHeaders(allow: readonly string[]): readonly Header[] {
  return [
    ['access-control-allow-origin', '*'],
    ['access-control-allow-methods', allow.join(', ')],
    ['access-control-allow-headers', 'authorization, content-type, mcp-protocol-version, *'],
    ['access-control-max-age', '86400'],
  ];
}

/**
 * On every answer, unless the route set the header itself (our pages have their own content-security-policy). The defaults
 * are those of an API: the content is data that browsers must not render or frame, and whose URL they must not leak.
 */
const SECURITY_HEADERS: readonly Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

const SECURITY_NAMES = new Set(SECURITY_HEADERS.map(([name]) => name));
/** Follow the own headers of a route, unless those contain a security header. */
const COMMON = new CommonHeaders(SECURITY_HEADERS);
const COMMON_WITH_CORS = new CommonHeaders([...SECURITY_HEADERS, ...CORS_HEADERS]);

/** A response with the headers that apply to every route. */
class DressedResponse implements Response {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | Buffer | undefined;
  readonly common: CommonHeaders;

  constructor({ status, headers, body }: Response, cors: boolean) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.common = cors ? COMMON_WITH_CORS : COMMON;
    for (const [name] of headers) {
      if (!SECURITY_NAMES.has(name)) continue;
      this.headers = [...headers, ...SECURITY_HEADERS.filter((header) => !isSet(headers, header))];
      this.common = cors ? ONLY_CORS : NONE;
      break;
    }
  }
}

const NONE = new CommonHeaders([]);
const ONLY_CORS = new CommonHeaders(CORS_HEADERS);

function isSet(headers: readonly Header[], [name]: Header): boolean {
  return headers.some((header) => header[0] === name);
}

/** Called once for every well-formed request. Must not throw, and must cost next to nothing. */
export interface RequestObserver {
  /**
   * @param route name of the route; "none" for an unknown path, which is never a label
   * @param durationMs from the end of the request to the answer being ready; 0 for fixed answers
   */
  answered(method: string, route: string, status: number, durationMs: number): void;
}

export interface PipelineDependencies {
  readonly logger: Logger;
  readonly observer: RequestObserver;
  /** Shared by all dispatchers that follow each other in one process. Default: a new one. */
  readonly outages?: Outages;
}

/**
 * Turns routes into a Dispatcher. It does everything that applies to each request, so that no route can forget it: context,
 * CORS, security headers, the route's own answer to a fault, one observation. It prepares at startup what is known then: a
 * fixed answer costs a map lookup per request. Throws if two routes claim one method and path, or if a fixed answer is
 * invalid.
 */
export function createDispatcher(routes: readonly Route[], given: PipelineDependencies): Dispatcher {
  const dependencies = { ...given, outages: given.outages ?? new Outages(given.logger) };
  const router = new Router(pathEntries(routes, dependencies), new Fixed('none', NOT_FOUND));
  const drained = new Router(drainEntries(routes), fixedTarget('none', DRAINING, false));
  const preflights = new Router(preflightEntries(routes), undefined);
  const { observer } = dependencies;
  const endings = routes.filter(({ belowAny }) => belowAny).map(({ path }) => path);
  return {
    find(method, path) {
      const target = router.find(method, pathOfRoute(path));
      if (!(target instanceof Fixed)) return target;
      return answered(method, target);
    },
    whileDraining: (method, path) => answered(method, drained.find(method, pathOfRoute(path))),
    refused(method, path, refusal) {
      const preflight = preflights.find(method, pathOfRoute(path));
      if (preflight === undefined) return refusal;
      return method === 'OPTIONS' && refusal.status !== MALFORMED ? preflight : readableByPages(refusal);
    },
  };

  function pathOfRoute(path: string): string {
    return endings.find((ending) => path.endsWith(ending)) ?? path;
  }

  function answered(method: string, { route, response }: Fixed): PreparedResponse {
    observer.answered(method, route, response.status, 0);
    return response;
  }
}

/** A dispatcher that can be replaced while it serves: running requests keep their routes, later ones get the new routes. */
export class DispatcherSlot implements Dispatcher {
  constructor(private current: Dispatcher) {}

  replace(next: Dispatcher): void {
    this.current = next;
  }

  find(method: string, path: string): PreparedResponse | Handling {
    return this.current.find(method, path);
  }

  whileDraining(method: string, path: string): PreparedResponse {
    return this.current.whileDraining(method, path);
  }

  refused(method: string, path: string, refusal: PreparedResponse): PreparedResponse {
    return this.current.refused(method, path, refusal);
  }
}

/** A fixed answer, and the route that it counts for. */
class Fixed {
  constructor(
    readonly route: string,
    readonly response: PreparedResponse,
  ) {}
}

type Target = Fixed | Handling;

function pathEntries(routes: readonly Route[], dependencies: Required<PipelineDependencies>): PathEntry<Target>[] {
  return byPath(routes).map(([path, ofPath]) => pathEntry(path, ofPath, dependencies));
}

function byPath(routes: readonly Route[]): [path: string, routes: Route[]][] {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return paths.map((path) => [path, routes.filter((route) => route.path === path)]);
}

/**
 * The answers during the drain: one for each path, whatever the method. A preflight request succeeds, because otherwise no page gets
 * to read the answer to the request that follows.
 */
function drainEntries(routes: readonly Route[]): PathEntry<Fixed>[] {
  return byPath(routes).map(([path, ofPath]) => {
    const own = ofPath.map((route) => ('handle' in route ? route.draining : undefined)).find(Boolean);
    const { name, cors, allow, pattern } = sharedBy(path, ofPath);
    return {
      pattern,
      byMethod: new Map([['OPTIONS', fixedTarget(name, optionsAnswer(allow, cors), false)]]),
      otherwise: fixedTarget(name, own ?? DRAINING, cors),
    };
  });
}

/** The answer to a preflight request, for each path with cross-origin access. */
function preflightEntries(routes: readonly Route[]): PathEntry<PreparedResponse | undefined>[] {
  return byPath(routes).map(([path, ofPath]) => {
    const { name, cors, allow, pattern } = sharedBy(path, ofPath);
    const otherwise = cors ? fixedTarget(name, optionsAnswer(allow, cors), false).response : undefined;
    return { pattern, byMethod: new Map(), otherwise };
  });
}

/** No browser sends such a preflight request. */
const MALFORMED = 400;

function readableByPages({ status, headers, body }: PreparedResponse): PreparedResponse {
  return new PreparedResponse({ status, headers: [...headers, ...CORS_HEADERS], body });
}

/** Whatever the routes of one path have in common. */
function sharedBy(path: string, routes: readonly Route[]) {
  return {
    name: routes[0]?.name ?? 'none',
    cors: routes.some((route) => route.cors),
    allow: allowedMethods(routes.map(({ method }) => method).filter((method) => method !== ANY)),
    pattern: patternOf({ path, isLiteral: routes.some(({ isLiteral }) => isLiteral) }),
  };
}

function pathEntry(
  path: string,
  routes: readonly Route[],
  dependencies: Required<PipelineDependencies>,
): PathEntry<Target> {
  const byMethod = new Map<string, Target>();
  for (const route of routes) {
    if (byMethod.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}: ${route.name}`);
    const target =
      'response' in route
        ? fixedTarget(route.name, route.response, route.cors)
        : new RouteHandling(route, dependencies);
    byMethod.set(route.method, target);
    if (route.method === 'GET') byMethod.set('HEAD', target);
  }
  const any = byMethod.get(ANY);
  byMethod.delete(ANY);
  const { name, cors, allow, pattern } = sharedBy(path, routes);
  byMethod.set('OPTIONS', fixedTarget(name, optionsAnswer(allow, cors), false));
  const refusal = routes.map((route) => ('handle' in route ? route.methodNotAllowed : undefined)).find(Boolean);
  return { pattern, byMethod, otherwise: any ?? fixedTarget(name, methodNotAllowed(refusal, allow), cors) };
}

const ANY = 'any';

/** One handler route with everything around it. Stateless: shared by all its requests. */
class RouteHandling implements Handling {
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly #pattern: PathPattern;
  readonly #exact: boolean;

  constructor(
    private readonly route: HandlerRoute,
    private readonly dependencies: Required<PipelineDependencies>,
  ) {
    this.path = route.path;
    this.maxBodyBytes = route.maxBodyBytes;
    this.#pattern = patternOf(route);
    this.#exact = isExact(this.#pattern);
  }

  refusedByHead(request: Request): Response | undefined {
    const { route } = this;
    if (route.refusedByHead === undefined) return undefined;
    const startedAt = performance.now();
    const context = new RequestContext(request);
    let response: Response | undefined;
    try {
      response = route.refusedByHead(request, context);
    } catch (error) {
      response = this.#fault(error, request, context);
    }
    return response && this.#finish(request, response, startedAt);
  }

  bodyRefused(reason: BodyRefusal, request: Request): Response {
    const context = new RequestContext(request);
    let response: Response;
    try {
      response = this.route.bodyRefused(reason, request, context);
    } catch (error) {
      response = this.#fault(error, request, context);
    }
    return this.#finish(request, response, performance.now());
  }

  handle(request: Request): Response | Promise<Response> {
    const startedAt = performance.now();
    const context = new RequestContext(request);
    try {
      const parameters = this.#exact ? NO_PARAMETERS : pathParameters(this.#pattern, request.path);
      const answer = this.route.handle(request, context, parameters);
      if (!(answer instanceof Promise)) return this.#finish(request, answer, startedAt);
      return answer.then(
        (response) => this.#finish(request, response, startedAt),
        (error: unknown) => this.#finish(request, this.#fault(error, request, context), startedAt),
      );
    } catch (error) {
      return this.#finish(request, this.#fault(error, request, context), startedAt);
    }
  }

  #fault(error: unknown, request: Request, context: RequestContext): Response {
    const fields = { err: error, route: this.route.name, requestId: context.requestId };
    if (error instanceof Unavailable && request.signal.aborted) {
      this.dependencies.logger.debug(fields, 'request aborted: the client disconnected');
    } else if (error instanceof HostFailed) {
      this.dependencies.logger.warn(fields, 'request failed: the host failed');
    } else if (!this.dependencies.outages.refused(error, this.route.name, context.requestId)) {
      this.dependencies.logger.error(fields, 'request failed');
    }
    let response: Response;
    try {
      response = this.route.fault(error, request, context);
    } catch (second) {
      this.dependencies.logger.error({ ...fields, err: second }, 'failed to build an error response');
      response = plainText(500, 'Internal error.');
    }
    return { ...response, headers: [...response.headers, ['x-request-id', context.requestId]] };
  }

  #finish(request: Request, response: Response, startedAt: number): Response {
    this.dependencies.observer.answered(
      request.method,
      this.route.name,
      response.status,
      performance.now() - startedAt,
    );
    if (response.status < 400) this.dependencies.outages.succeeded(this.route.name);
    return new DressedResponse(response, this.route.cors);
  }
}

function fixedTarget(route: string, response: Response, cors: boolean): Fixed {
  return new Fixed(route, new PreparedResponse(new DressedResponse(response, cors), asBytes));
}

function optionsAnswer(allow: readonly string[], cors: boolean): Response {
  const preflight = cors ? preflightHeaders(allow.filter((method) => method !== 'OPTIONS')) : [];
  return { status: 204, headers: [['allow', allow.join(', ')], ...preflight] };
}

function methodNotAllowed(refusal: Response | undefined, allow: readonly string[]): Response {
  const answer = refusal ?? plainText(405, 'Method not allowed.');
  return { ...answer, headers: [['allow', allow.join(', ')], ...answer.headers] };
}

const DRAINING = plainText(503, 'Shutting down.', ['retry-after', String(DRAIN_RETRY_AFTER_SECONDS)]);

const NOT_FOUND = new PreparedResponse(new DressedResponse(plainText(404, 'Not found.'), false));
