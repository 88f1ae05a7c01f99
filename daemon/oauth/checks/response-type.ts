import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';

/** RFC 6749 §3.1.1; `code` is the one response type (OAuth 2.1 has no other). */
export function checkResponseType(parameters: Parameters): OAuthError | undefined {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) return oauthError('invalid_request', 'response_type is missing.');
  return responseType === 'code' ? undefined : oauthError('unsupported_response_type', 'response_type must be code.');
}
