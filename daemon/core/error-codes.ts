/**
 * Every error code that a client can meet, with where it is defined. One list, so that none is invented in passing;
 * error-codes.test.ts holds the list against oauth.md's tables.
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
  'temporarily_unavailable', // RFC 6749 §4.1.2.1; at the token endpoint because of how real clients react to it
  'too_many_requests', // with 429 (RFC 6585 §4)
  'invalid_redirect_uri', // RFC 7591 §3.2.2
  'invalid_client_metadata', // RFC 7591 §3.2.2
] as const;

export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];
