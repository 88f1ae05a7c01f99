import { mediaType } from '../../http/content-type.js';
import { MAX_PARAMETERS, parseForm, tooManyParameters } from '../../http/parameters.js';
import type { Request } from '../../http/request.js';
import { oauthError, type OAuthError } from '../model/oauth-error.js';
import { Parameters } from '../model/parameters.js';

/** Far above any honest token request: codes and tokens of ours have 43 characters, an application's may be JWTs. */
export const MAX_FORM_BYTES = 32_768;

/** The parameters of a form body (RFC 6749 §3.2, RFC 7009 §2.1), or why they cannot be read. */
export function formParameters(request: Request): Parameters | OAuthError {
  if (mediaType(request.headers.get('content-type')) !== 'application/x-www-form-urlencoded') {
    return oauthError('invalid_request', 'The body must be sent as application/x-www-form-urlencoded.');
  }
  const entries = parseForm(request.body);
  if (entries !== undefined) return new Parameters(entries);
  return tooManyParameters(request.body)
    ? oauthError('invalid_request', `The body has more than ${String(MAX_PARAMETERS)} parameters.`)
    : oauthError('invalid_request', 'The body is not a validly encoded form.');
}
