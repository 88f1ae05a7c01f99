import { equalHashes, hashedKey } from '../../core/crypto.js';
import type { Result } from '../model/oauth-error.js';
import { oauthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { Scope } from '../model/scope.js';
import { isScope, MAX_SCOPE_VALUES, parseScope } from '../model/scope.js';

/**
 * RFC 6749 §3.1 and §3.2: "Request and response parameters MUST NOT be included more than once." Applies only to parameters
 * that we understand: unknown ones are ignored, even if repeated.
 */
export function repeatedParameter(parameters: Parameters, understood: readonly string[]): Result<undefined> {
  const name = understood.find((candidate) => parameters.isRepeated(candidate));
  return name === undefined
    ? undefined
    : oauthError('invalid_request', `The parameter ${name} was sent more than once.`);
}

/** RFC 6749 §3.1.1; `code` is the one response type (OAuth 2.1 has no other). */
export function responseTypeIsCode({ parameters }: { readonly parameters: Parameters }): Result<undefined> {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) return oauthError('invalid_request', 'response_type is missing.');
  return responseType === 'code' ? undefined : oauthError('unsupported_response_type', 'response_type must be code.');
}

/** Base64url of a SHA-256 without padding (RFC 7636 §4.2). */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** RFC 7636 §4.1. */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** RFC 7636 §4.3, with S256 as the only method: OAuth 2.1 and the MCP specification both require it. */
export function pkceIsS256({
  parameters,
}: {
  readonly parameters: Parameters;
}): Result<{ readonly codeChallenge: string }> {
  const codeChallenge = parameters.get('code_challenge');
  if (codeChallenge === undefined) return oauthError('invalid_request', 'code_challenge is missing: PKCE is required.');
  if (!CODE_CHALLENGE.test(codeChallenge)) {
    return oauthError('invalid_request', 'code_challenge is not the base64url form of a SHA-256 (43 characters).');
  }
  if (parameters.get('code_challenge_method') !== 'S256') {
    return oauthError('invalid_request', 'code_challenge_method must be S256.');
  }
  return { codeChallenge };
}

/** The challenge of a verifier, method S256 (RFC 7636 §4.2). Undefined: a malformed verifier, which has none. */
export function challengeOf(verifier: string): string | undefined {
  return CODE_VERIFIER.test(verifier) ? hashedKey(verifier) : undefined;
}

/**
 * RFC 7636 §4.6. A malformed verifier is a wrong verifier. Compares the encoded forms, as the RFC does: two challenges that
 * differ only in the unused bits of base64url are different challenges.
 */
export function verifierMatches(verifier: string, challenge: string): boolean {
  const own = challengeOf(verifier);
  return own !== undefined && equalHashes(Buffer.from(own), Buffer.from(challenge));
}

/**
 * Resolves a `scope` parameter against an upper bound (RFC 6749 §3.3): if omitted, the whole bound applies; an unknown scope
 * or one outside the bound is rejected. The result keeps the bound's order, so that equal grants look the same everywhere.
 */
export function scopesWithin(parameter: string | undefined, ceiling: readonly Scope[]): Result<readonly Scope[]> {
  const requested = parseScope(parameter ?? '');
  if (requested === undefined) {
    return oauthError('invalid_scope', `scope has more than ${String(MAX_SCOPE_VALUES)} values.`);
  }
  if (ceiling.length === 0) return oauthError('invalid_scope', 'The client has no supported scope.');
  if (requested.length === 0) return ceiling;
  if (!requested.every((value) => isScope(value) && ceiling.includes(value))) {
    return oauthError('invalid_scope', `scope may contain only: ${ceiling.join(' ')}.`);
  }
  return ceiling.filter((scope) => requested.includes(scope));
}

/**
 * RFC 3986 characters only, and an authority: input that a browser's lenient URL parser would repair is not an absolute URI.
 */
const ABSOLUTE_URI = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[!-.0-~][!-~]*$/;
const NOT_IN_A_URI = /["<>\\^`{|}]/;

/**
 * RFC 8707 §2. Every `resource` sent must be the configured one; if omitted, the configured one applies. Real clients differ
 * in a trailing slash and in the case of scheme and host, so those differences are ignored, as are a default port and dot
 * segments.
 */
export function checkResource(parameters: Parameters, configured: string): Result<undefined> {
  // Clients send the configured spelling, or none: then there is nothing to normalize.
  const isOurs = (value: string): boolean =>
    value === configured || normalize(value) === (normalize(configured) ?? configured);
  return parameters.all('resource').every(isOurs)
    ? undefined
    : oauthError(
        'invalid_target',
        'resource must be the URL that /.well-known/oauth-protected-resource names, without fragment.',
      );
}

/** Undefined if it is not an absolute URI without fragment. */
function normalize(resource: string): string | undefined {
  if (!ABSOLUTE_URI.test(resource) || NOT_IN_A_URI.test(resource) || resource.includes('#')) return undefined;
  if (!URL.canParse(resource)) return undefined;
  const { href } = new URL(resource);
  return href.endsWith('/') ? href.slice(0, -1) : href;
}
