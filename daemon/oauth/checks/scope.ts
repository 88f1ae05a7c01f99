import { oauthError, type OAuthError } from '../model/oauth-error.js';
import { isScope, MAX_SCOPE_VALUES, parseScope, type Scope } from '../model/scope.js';

/**
 * Resolves a `scope` parameter against a ceiling (RFC 6749 §3.3): omitted means the whole ceiling, anything unknown or
 * above it is refused. The result keeps the ceiling's order, so equal grants read the same everywhere.
 */
export function scopesWithin(parameter: string | undefined, ceiling: readonly Scope[]): readonly Scope[] | OAuthError {
  const requested = parseScope(parameter ?? '');
  if (requested === undefined) {
    return oauthError('invalid_scope', `scope has more than ${String(MAX_SCOPE_VALUES)} values.`);
  }
  if (requested.length === 0) {
    return ceiling.length > 0 ? ceiling : oauthError('invalid_scope', 'The client has no scope that is supported.');
  }
  if (!requested.every((value) => isScope(value) && ceiling.includes(value))) {
    return oauthError('invalid_scope', 'A requested scope is unknown or beyond what the client may ask for.');
  }
  return ceiling.filter((scope) => requested.includes(scope));
}
