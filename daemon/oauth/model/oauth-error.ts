import type { OAuthErrorCode } from '../../core/error-codes.js';

/**
 * A refusal as a value. `description` may be shown to the client: printable ASCII without quotation mark and
 * backslash (RFC 6749 §5.2 forbids everything else), and never an echo of what was sent, which would be a hole in
 * whatever shows it.
 */
export interface OAuthError {
  readonly error: OAuthErrorCode;
  readonly description: string;
}

export function oauthError(error: OAuthErrorCode, description: string): OAuthError {
  return { error, description };
}

export function isOAuthError(value: object): value is OAuthError {
  return 'error' in value && 'description' in value;
}
