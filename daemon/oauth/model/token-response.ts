import type { Scope } from './scope.js';

/** The members of a successful token response (RFC 6749 §5.1), ready to be written as JSON. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** @param now when the token was asked for: the application decides how long its tokens live */
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
