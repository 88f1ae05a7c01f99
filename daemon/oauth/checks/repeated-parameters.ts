import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';

/**
 * RFC 6749 §3.1 and §3.2: "Request and response parameters MUST NOT be included more than once." Only parameters that we
 * understand are judged: unknown ones are ignored, and so are their repetitions.
 */
export function repeatedParameter(parameters: Parameters, understood: readonly string[]): OAuthError | undefined {
  const name = understood.find((candidate) => parameters.isRepeated(candidate));
  return name === undefined
    ? undefined
    : oauthError('invalid_request', `The parameter ${name} was sent more than once.`);
}
