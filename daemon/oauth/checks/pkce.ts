import { equalHashes, sha256 } from '../../core/hash.js';
import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';

/** The form of base64url of a SHA-256 without padding (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** RFC 7636 §4.3, with S256 as the one method: OAuth 2.1 and the MCP specification both require it. */
export function checkPkce(parameters: Parameters): OAuthError | undefined {
  const challenge = parameters.get('code_challenge');
  if (challenge === undefined) return oauthError('invalid_request', 'code_challenge is missing: PKCE is required.');
  if (!CHALLENGE.test(challenge)) {
    return oauthError('invalid_request', 'code_challenge is not the base64url form of a SHA-256 (43 characters).');
  }
  if (parameters.get('code_challenge_method') !== 'S256') {
    return oauthError('invalid_request', 'code_challenge_method must be S256.');
  }
  return undefined;
}

/**
 * RFC 7636 §4.6. A verifier of the wrong form is a wrong verifier. The encoded forms are compared, as the RFC does: two
 * challenges that differ only in the bits that base64url leaves unused are not the same challenge.
 */
export function verifierMatches(verifier: string, challenge: string): boolean {
  return (
    VERIFIER.test(verifier) && equalHashes(Buffer.from(sha256(verifier).toString('base64url')), Buffer.from(challenge))
  );
}
