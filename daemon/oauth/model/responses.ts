import type { OAuthError } from './oauth-error.js';
import type { Scope } from './scope.js';

/**
 * Redirect URLs back to the client. The registered URI is kept byte for byte, including its query (RFC 6749 §3.1.2), and the
 * parameters are appended: always `iss` (RFC 9207 §2), and `state` exactly as received.
 */
export function codeRedirect(redirectUri: string, code: string, state: string | undefined, issuer: string): string {
  return append(redirectUri, [['code', code], ...stateAndIssuer(state, issuer)]);
}

export function errorRedirect(
  redirectUri: string,
  { error, description }: OAuthError,
  state: string | undefined,
  issuer: string,
): string {
  return append(redirectUri, [['error', error], ['error_description', description], ...stateAndIssuer(state, issuer)]);
}

function stateAndIssuer(state: string | undefined, issuer: string): [string, string][] {
  return state === undefined
    ? [['iss', issuer]]
    : [
        ['state', state],
        ['iss', issuer],
      ];
}

function append(uri: string, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  if (!uri.includes('?')) return `${uri}?${query}`;
  return uri.endsWith('?') || uri.endsWith('&') ? `${uri}${query}` : `${uri}&${query}`;
}

/** The members of a successful token response (RFC 6749 §5.1), ready to serialize as JSON. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** @param now when the token was requested: the application decides how long its tokens live */
export function tokenResponse(
  { accessToken, expiresAt }: { readonly accessToken: string; readonly expiresAt: number },
  refreshToken: string,
  scopes: readonly Scope[],
  now: number,
): TokenResponse {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((expiresAt - now) / 1000)),
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}
