import { BackendMissing, Unavailable } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import type { ClientAddresses } from '../../http/client-address.js';
import { mediaType } from '../../http/headers.js';
import { MAX_PARAMETERS, parseForm, tooManyParameters } from '../../http/parameters.js';
import type { Request } from '../../http/request.js';
import { DRAIN_RETRY_AFTER_SECONDS, RETRY_AFTER_SECONDS } from '../../http/response.js';
import type { Header, Response } from '../../http/response.js';
import type { HandlerRoute } from '../../http/router.js';
import type { BodyRefusal } from '../../http/server.js';
import type { ClientRequest } from '../checks/client-authentication.js';
import type { OAuthError, Result } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import { Parameters } from '../model/parameters.js';

/** Far above any legitimate token request: our codes and tokens have 43 characters, an application's may be JWTs. */
export const MAX_FORM_BYTES = 32_768;

/** The parameters of a form body (RFC 6749 §3.2, RFC 7009 §2.1), or why they cannot be parsed. */
export function formParameters(request: Request): Result<Parameters> {
  if (mediaType(request.headers.get('content-type')) !== 'application/x-www-form-urlencoded') {
    return oauthError('invalid_request', 'The body must be sent as application/x-www-form-urlencoded.');
  }
  const entries = parseForm(request.body);
  if (entries !== undefined) return new Parameters(entries);
  return tooManyParameters(request.body)
    ? oauthError('invalid_request', `The body has more than ${String(MAX_PARAMETERS)} parameters.`)
    : oauthError('invalid_request', 'The body is not a validly encoded form.');
}

/** Answers of the JSON endpoints (token, register, revoke). RFC 6749 §5.1: no cache may store them, including errors. */
const JSON_HEADERS: readonly Header[] = [
  ['content-type', 'application/json;charset=UTF-8'],
  ['cache-control', 'no-store'],
  ['pragma', 'no-cache'],
];

export function jsonAnswer(status: number, body: object, ...headers: readonly Header[]): Response {
  return {
    status,
    headers: headers.length === 0 ? JSON_HEADERS : [...JSON_HEADERS, ...headers],
    body: JSON.stringify(body),
  };
}

export function errorAnswer(
  status: number,
  { error, description }: OAuthError,
  ...headers: readonly Header[]
): Response {
  return jsonAnswer(status, { error, error_description: description }, ...headers);
}

export function unavailableAnswer(description: string): Response {
  const unavailable = oauthError('temporarily_unavailable', description);
  return refusalAnswer({ ...unavailable, retryAfterSeconds: RETRY_AFTER_SECONDS }, undefined);
}

/**
 * Maps a thrown fault to an answer of these endpoints. It is temporarily_unavailable even if the fault is ours: real clients
 * keep their tokens then, and drop them on server_error or an unknown code.
 */
export function faultAnswer(fault: unknown): Response {
  if (fault instanceof Unavailable) return unavailableAnswer('The service is not available right now. Try again.');
  const description =
    fault instanceof BackendMissing ? 'The application is not connected yet.' : 'Something went wrong on the server.';
  return errorAnswer(500, oauthError('temporarily_unavailable', description));
}

/** Statuses other than 400: RFC 6749 §5.2, RFC 6585 §4, RFC 9110 §15.6.4. */
const STATUSES: Partial<Record<OAuthError['error'], number>> = {
  invalid_client: 401,
  too_many_requests: 429,
  temporarily_unavailable: 503,
};

/**
 * A refusal with its status. Only clients that used the Authorization header get the Basic challenge: otherwise browsers
 * would ask their user for a password.
 */
export function refusalAnswer(refusal: OAuthError, authorization: string | undefined): Response {
  const { error, retryAfterSeconds } = refusal;
  const headers: Header[] = [];
  if (error === 'invalid_client' && authorization !== undefined) {
    headers.push(['www-authenticate', 'Basic realm="oauth", charset="UTF-8"']);
  }
  if (retryAfterSeconds !== undefined) headers.push(['retry-after', String(retryAfterSeconds)]);
  return errorAnswer(STATUSES[error] ?? 400, refusal, ...headers);
}

/** All JSON endpoints accept POST and nothing else. */
export const METHOD_NOT_ALLOWED = errorAnswer(405, oauthError('invalid_request', 'This endpoint accepts only POST.'));

/** During a drain. Clients that get another code from a refresh have their user sign in again (AS-204). */
export const DRAINING = refusalAnswer(
  {
    ...oauthError('temporarily_unavailable', 'The service is shutting down. Try again.'),
    retryAfterSeconds: DRAIN_RETRY_AFTER_SECONDS,
  },
  undefined,
);

export function bodyRefused(reason: BodyRefusal): Response {
  return reason === 'too_large'
    ? errorAnswer(413, oauthError('invalid_request', 'The body is larger than this endpoint accepts.'))
    : errorAnswer(408, oauthError('invalid_request', 'The body did not arrive in time.'));
}

/**
 * A route that takes a form with client credentials and answers with JSON: the token and the revocation endpoint. The use
 * case returns the members of the answer, or nothing.
 */
export function clientFormRoute(
  name: string,
  path: string,
  useCase: (request: ClientRequest, call: CallContext) => Promise<Result<object | undefined>>,
  addresses: ClientAddresses,
): HandlerRoute {
  return {
    name,
    method: 'POST',
    path,
    cors: true,
    maxBodyBytes: MAX_FORM_BYTES,
    bodyRefused,
    fault: faultAnswer,
    methodNotAllowed: METHOD_NOT_ALLOWED,
    draining: DRAINING,
    async handle(request, call) {
      const authorization = request.headers.get('authorization');
      const parameters = formParameters(request);
      if (isRefused(parameters)) return refusalAnswer(parameters, authorization);
      const answer = await useCase({ parameters, authorization, clientAddress: addresses.of(request) }, call);
      return isRefused(answer) ? refusalAnswer(answer, authorization) : jsonAnswer(200, answer ?? {});
    },
  };
}
