import type { CallContext } from '../core/call-context.js';
import type { PathParameters } from './path-pattern.js';
import type { Request, RequestHead } from './request.js';
import type { Response } from './response.js';
import type { BodyRefusal } from './server.js';

/** HEAD and OPTIONS are answered for every path by the pipeline; a route never declares them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint, as a feature declares it. createDispatcher (pipeline.ts) turns a list of these into a Dispatcher. */
export type Route = FixedRoute | HandlerRoute;

interface RouteBase {
  /** Label in logs and metrics: "oauth.token". */
  readonly name: string;
  /** Path or pattern (path-pattern.ts); no trailing slash is added or removed. */
  readonly path: string;
  /** Whether any origin may read the answers, errors and preflight included (cors.ts). */
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
