/**
 * Every error code that a client can receive, with where it is defined. A single list, so that no file invents a code;
 * test/docs/error-codes.test.ts compares it with the tables of docs/authorization-server.md.
 */
export const OAUTH_ERROR_CODES = [
  'invalid_request', // RFC 6749 §4.1.2.1, §5.2
  'invalid_client', // RFC 6749 §5.2
  'invalid_grant', // RFC 6749 §5.2
  'unauthorized_client', // RFC 6749 §4.1.2.1, §5.2
  'unsupported_grant_type', // RFC 6749 §5.2
  'unsupported_response_type', // RFC 6749 §4.1.2.1
  'invalid_scope', // RFC 6749 §4.1.2.1, §5.2
  'invalid_target', // RFC 8707 §2
  'access_denied', // RFC 6749 §4.1.2.1
  'server_error', // RFC 6749 §4.1.2.1
  'temporarily_unavailable', // RFC 6749 §4.1.2.1; also used at the token endpoint because of how real clients react to it
  'too_many_requests', // with 429 (RFC 6585 §4)
  'invalid_redirect_uri', // RFC 7591 §3.2.2
  'invalid_client_metadata', // RFC 7591 §3.2.2
] as const;

type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];

/**
 * A refusal as a value. The client may see `description`: printable ASCII without quotation mark and backslash (RFC 6749
 * §5.2 forbids everything else). It never echoes input, which could be an injection wherever it is displayed.
 */
export interface OAuthError {
  readonly error: OAuthErrorCode;
  readonly description: string;
  /** When the client may retry, if known (RFC 9110 §10.2.3). */
  readonly retryAfterSeconds?: number;
}

/**
 * A value or a refusal: the only way to say "refused" in this folder, with `isRefused` as the only test. A check that yields
 * no value returns undefined. Faults (core/faults.ts) are thrown.
 */
export type Result<T> = T | OAuthError;

export function isRefused(result: unknown): result is OAuthError {
  return typeof result === 'object' && result !== null && 'error' in result && 'description' in result;
}

export function oauthError(error: OAuthErrorCode, description: string): OAuthError {
  return { error, description };
}

/** RFC 6585 §4. */
export function tooManyRequests(retryAfterSeconds: number): OAuthError {
  return { ...oauthError('too_many_requests', 'Too many requests. Try again later.'), retryAfterSeconds };
}
