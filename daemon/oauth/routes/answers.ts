import type { Header, Response } from '../../http/response.js';
import type { BodyRefusal } from '../../http/server.js';
import { BackendMissing, Unavailable } from '../../core/faults.js';
import { oauthError, type OAuthError } from '../model/oauth-error.js';

/**
 * Answers of the endpoints that speak JSON (token, register, revoke). RFC 6749 §5.1: never stored by anybody on the way,
 * errors included.
 */
const JSON_HEADERS: readonly Header[] = [
  ['content-type', 'application/json;charset=UTF-8'],
  ['cache-control', 'no-store'],
  ['pragma', 'no-cache'],
];

/** Seconds after which a client may sensibly try again what the host or the store could not do just now. */
const RETRY_AFTER_SECONDS = 5;

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

export function throttledAnswer(retryAfterSeconds: number): Response {
  return errorAnswer(429, oauthError('too_many_requests', 'Too many requests. Please try again later.'), [
    'retry-after',
    String(retryAfterSeconds),
  ]);
}

export function unavailableAnswer(description: string): Response {
  return errorAnswer(503, oauthError('temporarily_unavailable', description), [
    'retry-after',
    String(RETRY_AFTER_SECONDS),
  ]);
}

/**
 * What a thrown fault means to a client of these endpoints. temporarily_unavailable even where the fault is ours: real
 * clients keep their tokens on it, and drop them on server_error or on anything they do not know.
 */
export function faultAnswer(fault: unknown): Response {
  if (fault instanceof Unavailable)
    return unavailableAnswer('The service is not available right now. Please try again.');
  const description =
    fault instanceof BackendMissing ? 'The application is not connected yet.' : 'Something went wrong on the server.';
  return errorAnswer(500, oauthError('temporarily_unavailable', description));
}

/**
 * A refusal with its status (RFC 6749 §5.2): 401 for a failed client authentication, 400 for everything else. Only who used
 * the Authorization header is told that Basic is the scheme, or browsers would ask their user for a password.
 */
export function refusalAnswer(refusal: OAuthError, authorization: string | undefined): Response {
  if (refusal.error !== 'invalid_client') return errorAnswer(400, refusal);
  return authorization === undefined
    ? errorAnswer(401, refusal)
    : errorAnswer(401, refusal, ['www-authenticate', 'Basic realm="oauth", charset="UTF-8"']);
}

/** All endpoints that speak JSON take POST, and nothing else. */
export const METHOD_NOT_ALLOWED = errorAnswer(405, oauthError('invalid_request', 'This endpoint takes POST only.'));

export function bodyRefused(reason: BodyRefusal): Response {
  return reason === 'too_large'
    ? errorAnswer(413, oauthError('invalid_request', 'The body is larger than this endpoint takes.'))
    : errorAnswer(408, oauthError('invalid_request', 'The body did not arrive in time.'));
}
