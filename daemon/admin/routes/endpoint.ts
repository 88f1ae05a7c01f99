import type { CallContext } from '../../core/runtime.js';
import { HostFailed, Unavailable } from '../../core/faults.js';
import type { PathParameters, HandlerRoute, Method } from '../../http/router.js';
import type { Request, RequestHead } from '../../http/request.js';
import type { Header, Response } from '../../http/response.js';
import { RETRY_AFTER_SECONDS } from '../../http/response.js';
import { allowedMethods } from '../../http/router.js';
import { chooseLocale } from '../../i18n/locale.js';
import type { PhraseBook } from '../../i18n/phrase-book.js';
import type { FieldProblem } from '../api/errors.js';
import { AdminError } from '../api/errors.js';
import { MAX_IGNORED_BYTES } from '../api/limits.js';
import { BUILD_HEADER } from '../api/page.js';
import { controllerPath } from '../api/paths.js';
import { PermissionSet } from '../auth/permission-set.js';
import { isForAnother, lacksCsrfHeader, presentedToken } from '../auth/presented-token.js';
import type { Sessions } from '../auth/sessions.js';
import type { AdminClaims } from '../auth/tokens.js';
import type { Administrator, ExpectedSession } from '../model/administrator.js';
import { lacksSecondFactor, SessionChanged } from '../model/administrator.js';
import type { Controller } from '../model/registration.js';
import type { ErrorTexts, Success } from './envelope.js';
import { errorResponse, successResponse } from './envelope.js';
import { FixedSuccess } from './fixed-answers.js';

/** One endpoint of the JSON API: its declaration, and its handler, which runs after everything that all endpoints share. */
export type Endpoint = PublicEndpoint | GuardedEndpoint;

interface EndpointBase {
  /** Label in logs and metrics: "admin.login". */
  readonly name: string;
  readonly method: Method | 'any';
  /** Relative to the base of the API: "/auth/login", "/acme/blog/posts/:id". */
  readonly path: string;
  /** Maximum body size in bytes; 0 if the endpoint accepts no body. */
  readonly maxBodyBytes: number;
}

/** The result of a handler. */
export type Outcome = Success | FixedSuccess | AdminError;

export interface PublicEndpoint extends EndpointBase {
  readonly access: 'public';
  handle(request: PublicRequest): Promise<Outcome> | Outcome;
}

export interface GuardedEndpoint extends EndpointBase {
  readonly access: 'authenticated';
  /** The required codes, all of them. */
  readonly permissions: readonly string[];
  handle(request: AdminRequest): Promise<Outcome> | Outcome;
  /**
   * Whether the handler makes a read that verifies the session of its caller, so that no call has to authenticate beforehand.
   * The handler may then run twice.
   */
  readonly readsForCaller?: boolean;
  /** True if administrators who must choose another password may use it. */
  readonly duringPasswordChange?: true;
  /** True if administrators who must set up a second factor may use it, as they may use what is allowed during a change. */
  readonly duringSecondFactorSetup?: true;
  /** Runs if the request's token authenticates no administrator. Gatehouse refuses the request anyway. */
  readonly unauthenticated?: Unauthenticated;
}

/** Runs only for requests that no other site can have sent. */
export interface Unauthenticated {
  /** Headers of the refusal if Gatehouse has not issued the token. */
  readonly headers: readonly Header[];
  /** Handles a token that Gatehouse has issued; returns headers for the refusal. */
  handle(request: Pick<PublicRequest, 'http' | 'call'>, token: string): Promise<readonly Header[]>;
}

export interface PublicRequest {
  readonly http: Request;
  readonly call: CallContext;
  readonly parameters: PathParameters;
  /** Language of the answer. */
  readonly locale: string;
}

export interface AdminRequest extends PublicRequest {
  readonly administrator: Administrator;
  readonly permissions: PermissionSet;
  readonly claims: AdminClaims;
  /** The handler's read has to verify it. Absent: the administrator is authenticated. */
  readonly session?: ExpectedSession;
}

/** The backend's own phrases for error texts. */
interface Texts {
  /** The language of the answer: the administrator's choice, then Accept-Language, then the default. */
  chooseLocale(chosen: string, acceptLanguage: string | undefined): string;
  /** The error texts in one language. */
  errors(locale: string): ErrorTexts;
}

export interface EndpointDependencies {
  /** The path of the API: "/backend/api/v1". */
  readonly base: string;
  readonly sessions: Sessions;
  readonly texts: Texts;
  /**
   * The build of the single-page application that this daemon serves. A page of another build notices the difference in any
   * answer.
   */
  readonly build: string;
  /** Whether the host offers CAPABILITY_ADMIN_SECOND_FACTOR, so that a role can demand one. */
  readonly secondFactor?: boolean;
  /** Called for each authenticated request. Must not throw or block. */
  readonly onUse?: (claims: AdminClaims, http: Request, call: CallContext) => void;
}

/** Turns an endpoint into a route. Only this function implements sign-in, CSRF protection, permissions, envelope and faults. */
export function endpointRoute(
  endpoint: Endpoint,
  { base, sessions, texts, build, secondFactor = false, onUse }: EndpointDependencies,
): HandlerRoute {
  const buildHeader: Header = [BUILD_HEADER, build];
  return {
    name: endpoint.name,
    method: endpoint.method,
    path: base + endpoint.path,
    cors: false,
    maxBodyBytes: endpoint.maxBodyBytes,
    ...(endpoint.access === 'authenticated' && {
      refusedByHead: (head: RequestHead, call: CallContext) => refusedByHead(endpoint, head, call),
    }),
    handle: (request, call, parameters) =>
      endpoint.access === 'public'
        ? answerPublic(endpoint, request, call, parameters)
        : answerGuarded(endpoint, request, call, parameters),
    fault: (error, request, call) =>
      refusal(
        error instanceof Unavailable && !(error instanceof HostFailed)
          ? new AdminError('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
          : new AdminError('internal_error'),
        localeOf(request),
        call,
      ),
    bodyRefused: (reason, request, call) =>
      refusal(
        new AdminError(reason === 'too_large' ? 'payload_too_large' : 'request_timeout'),
        localeOf(request),
        call,
      ),
  };

  async function answerPublic(
    { handle }: PublicEndpoint,
    http: Request,
    call: CallContext,
    parameters: PathParameters,
  ): Promise<Response> {
    const locale = localeOf(http);
    return respond(await handle({ http, call, parameters, locale }), locale, http, call);
  }

  /** The token to authenticate the request with. */
  function tokenOf(head: RequestHead): string | AdminError {
    const presented = presentedToken(head, sessions.claimsOf);
    if (presented === undefined) return new AdminError('unauthenticated');
    return lacksCsrfHeader(head, presented) ? new AdminError('csrf_header_required') : presented.token;
  }

  /** The refusals that need no call to the host, so that Gatehouse need not keep the request's body. */
  function refusedByHead(endpoint: GuardedEndpoint, head: RequestHead, call: CallContext): Response | undefined {
    const token = tokenOf(head);
    if (typeof token !== 'string') return refusal(token, localeOf(head), call);
    const refused = sessions.refusalOf(token);
    if (refused === undefined || (refused.kind === 'expired' && endpoint.unauthenticated !== undefined))
      return undefined;
    return refusal(sessionError(refused), localeOf(head), call, endpoint.unauthenticated?.headers);
  }

  async function answerGuarded(
    endpoint: GuardedEndpoint,
    http: Request,
    call: CallContext,
    parameters: PathParameters,
  ): Promise<Response> {
    const token = tokenOf(http);
    if (typeof token !== 'string') return refusal(token, localeOf(http), call);
    if (endpoint.readsForCaller === true) {
      const answered = await answerExpected(endpoint, token, http, call, parameters);
      if (answered !== undefined) return answered;
    }
    const session = await sessions.authenticate(token, call);
    if (session.kind !== 'authenticated') {
      const headers = await endpoint.unauthenticated?.handle({ http, call }, token);
      return refusal(sessionError(session), localeOf(http), call, headers);
    }
    const { administrator, claims } = session;
    if (isForAnother(http, administrator)) {
      return refusal(new AdminError('administrator_changed'), localeOf(http), call);
    }
    const asked = requestOf(administrator, claims, http, call, parameters);
    const { locale } = asked;
    const refused = refusedBefore(endpoint, asked, secondFactor);
    onUse?.(claims, http, call);
    return refused === undefined
      ? respond(await endpoint.handle(asked), locale, http, call)
      : refusal(new AdminError(refused), locale, call);
  }

  /** The answer, if the handler's read has verified the session that an earlier request leads us to expect. */
  async function answerExpected(
    endpoint: GuardedEndpoint,
    token: string,
    http: Request,
    call: CallContext,
    parameters: PathParameters,
  ): Promise<Response | undefined> {
    const expected = await sessions.expected(token);
    if (expected === undefined) return undefined;
    const { session, claims } = expected;
    if (isForAnother(http, session.administrator)) return undefined;
    const asked = requestOf(session.administrator, claims, http, call, parameters, session);
    if (refusedBefore(endpoint, asked, secondFactor) !== undefined) return undefined;
    try {
      const outcome = await endpoint.handle(asked);
      if (!session.isConfirmed) return undefined;
      onUse?.(claims, http, call);
      return respond(outcome, asked.locale, http, call);
    } catch (error) {
      if (error instanceof SessionChanged) return undefined;
      throw error;
    }
  }

  function requestOf(
    administrator: Administrator,
    claims: AdminClaims,
    http: Request,
    call: CallContext,
    parameters: PathParameters,
    session?: ExpectedSession,
  ): AdminRequest {
    const locale = texts.chooseLocale(administrator.locale, http.headers.get('accept-language'));
    const permissions = new PermissionSet(administrator.superuser, administrator.permissions);
    return {
      http,
      call: whileWanted(call, http),
      parameters,
      locale,
      administrator,
      permissions,
      claims,
      ...(session && { session }),
    };
  }

  function respond(outcome: Outcome, locale: string, http: Request, call: CallContext): Response {
    if (outcome instanceof AdminError) return refusal(outcome, locale, call);
    return ofThisBuild(outcome instanceof FixedSuccess ? outcome.answer(http) : successResponse(outcome));
  }

  function refusal(error: AdminError, locale: string, call: CallContext, headers: readonly Header[] = []): Response {
    const response = errorResponse(error, texts.errors(locale), call.requestId);
    return ofThisBuild({ ...response, headers: [...response.headers, ...headers] });
  }

  function ofThisBuild(response: Response): Response {
    return { ...response, headers: [...response.headers, buildHeader] };
  }

  function localeOf(request: RequestHead): string {
    return texts.chooseLocale('', request.headers.get('accept-language'));
  }
}

/** The error for an administrator who may not use an endpoint. Absent: they may. */
function refusedBefore(
  { permissions, duringPasswordChange, duringSecondFactorSetup }: GuardedEndpoint,
  { administrator, permissions: held }: AdminRequest,
  secondFactor: boolean,
): 'password_change_required' | 'second_factor_required' | 'forbidden' | undefined {
  if (duringPasswordChange === undefined) {
    if (administrator.mustChangePassword === true) return 'password_change_required';
    const isSetup = duringSecondFactorSetup === true;
    if (secondFactor && !isSetup && lacksSecondFactor(administrator)) return 'second_factor_required';
  }
  return held.hasAll(permissions) ? undefined : 'forbidden';
}

function sessionError({ kind }: { readonly kind: 'expired' | 'refused' }): AdminError {
  return new AdminError(kind === 'expired' ? 'token_expired' : 'unauthenticated');
}

/** Cancels a read when the browser disconnects. A write continues, because users close pages without waiting for the answer. */
function whileWanted(call: CallContext, { method, signal }: Request): CallContext {
  // Not a spread with a further member: V8 would give each of those a layout of its own, and read it slowly.
  return method === 'GET' || method === 'HEAD' ? Object.assign({}, call, { signal }) : call;
}

/** The texts of the API in every language with phrases. */
export function apiTexts(book: PhraseBook): Texts {
  return {
    chooseLocale: (chosen, acceptLanguage) =>
      chooseLocale({ chosen, acceptLanguage }, book.locales, book.defaultLocale),
    errors(locale) {
      const translator = book.in(locale);
      return {
        error: (code) => translator.text(`backend::lang.errors.${code}`),
        problem: (problem) => translator.text(`backend::lang.validation.${problem.rule}`, shownIn(locale, problem)),
      };
    },
  };
}

/**
 * Days and numbers of records as the reader's language writes them: a problem is a text for people, while values keep the format of
 * the API. A bound of a field stays as it is, because it may be a year.
 */
function shownIn(locale: string, { rule, parameters = {} }: FieldProblem): typeof parameters {
  const shown = Object.entries(parameters).map(([name, value]) => {
    if (rule === 'page_depth' && typeof value === 'number') return [name, value.toLocaleString(locale)] as const;
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return [name, value] as const;
    const day = new Date(`${value}T00:00:00Z`);
    return [name, day.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })] as const;
  });
  return Object.fromEntries(shown);
}

/**
 * Answers every other path below the base of the API with an envelope: 405 for a path that has other methods, 404 for an
 * unknown path (AD-42).
 */
export function fallbackEndpoints(endpoints: readonly Endpoint[]): PublicEndpoint[] {
  const otherMethods = [...new Set(endpoints.map(({ path }) => path))].map((path): PublicEndpoint => {
    const methods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    const allow = allowedMethods(methods);
    return {
      ...fallback,
      name: 'admin.method_not_allowed',
      path,
      handle: () => new AdminError('method_not_allowed', { allow }),
    };
  });
  return [
    ...otherMethods,
    { ...fallback, name: 'admin.not_found', path: '/*' },
    { ...fallback, name: 'admin.not_found', path: '' },
  ];
}

const fallback = {
  method: 'any',
  access: 'public',
  maxBodyBytes: MAX_IGNORED_BYTES,
  handle: () => new AdminError('not_found'),
} as const;

/** Everything that the endpoints of one controller share. */
export interface ControllerPlace {
  /** "/acme/blog/posts" */
  readonly path: string;
  readonly permissions: readonly string[];
}

export function placeOf({ id, permissions }: Controller): ControllerPlace {
  return { path: controllerPath(id), permissions };
}

/** An endpoint about the administrator who asks: no permission is needed. */
export function ownEndpoint(
  method: Method,
  path: string,
  name: string,
  maxBodyBytes: number,
  handle: GuardedEndpoint['handle'],
): GuardedEndpoint {
  return controllerEndpoint({ path: '', permissions: [] }, method, path, name, maxBodyBytes, handle);
}

/** A controller's endpoint whose handler makes a read that verifies the session of its caller. */
export function readEndpoint(...given: Parameters<typeof controllerEndpoint>): GuardedEndpoint {
  return { ...controllerEndpoint(...given), readsForCaller: true };
}

/** @param name label in logs and metrics, the same for every controller */
export function controllerEndpoint(
  { path, permissions }: ControllerPlace,
  method: Method,
  below: string,
  name: string,
  maxBodyBytes: number,
  handle: GuardedEndpoint['handle'],
): GuardedEndpoint {
  return {
    name: `admin.${name}`,
    method,
    path: path + below,
    access: 'authenticated',
    permissions,
    maxBodyBytes,
    handle,
  };
}
