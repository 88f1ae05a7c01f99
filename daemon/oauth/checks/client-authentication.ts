import { isClientIdForm } from '../../core/credential-form.js';
import { equalHashes, sha256 } from '../../core/hash.js';
import type { AuthMethod, Client } from '../model/client.js';
import { isOAuthError, oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';

/** What a request says about its client, before anything is looked up. */
export interface PresentedCredentials {
  readonly clientId: string;
  readonly method: AuthMethod;
  readonly secret?: string;
}

/** One answer for whatever is wrong with a client's authentication. */
export const AUTHENTICATION_FAILED = oauthError('invalid_client', 'Client authentication failed.');

/**
 * Reads client credentials (RFC 6749 §2.3.1): Basic, or client_id and client_secret in the body, or client_id alone.
 * Two methods at once are refused, as §2.3 demands; a client_id in the body beside Basic is tolerated if it is the same.
 */
export function presentedCredentials(
  authorization: string | undefined,
  parameters: Parameters,
): PresentedCredentials | OAuthError {
  const presented = readCredentials(authorization, parameters);
  return isOAuthError(presented) || isClientIdForm(presented.clientId) ? presented : AUTHENTICATION_FAILED;
}

function readCredentials(authorization: string | undefined, parameters: Parameters): PresentedCredentials | OAuthError {
  const clientId = parameters.get('client_id');
  const secret = parameters.get('client_secret');
  if (authorization !== undefined) {
    const basic = parseBasic(authorization);
    if (basic === undefined) {
      return oauthError('invalid_client', 'The Authorization header does not hold Basic client credentials.');
    }
    if (secret !== undefined || (clientId !== undefined && clientId !== basic.clientId)) {
      return oauthError(
        'invalid_request',
        'Client credentials were sent both in the Authorization header and in the body.',
      );
    }
    return basic;
  }
  if (clientId === undefined) return oauthError('invalid_request', 'client_id is missing.');
  return secret === undefined ? { clientId, method: 'none' } : { clientId, method: 'client_secret_post', secret };
}

/**
 * Some clients form-encode both halves, as RFC 6749 §2.3.1 says, and some send them bare. Ids and secrets that we made
 * hold neither "%" nor "+", so decoding is right for both.
 */
function parseBasic(authorization: string): PresentedCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  const clientId = formDecode(pair.slice(0, colon));
  const secret = formDecode(pair.slice(colon + 1));
  if (clientId === undefined || secret === undefined) return undefined;
  return { clientId, method: 'client_secret_basic', secret };
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Whether the client is who it says (RFC 6749 §3.2.1). Unknown, revoked, another method than registered and a wrong
 * secret are one answer: none of them is anybody else's business.
 */
export function authenticateClient(presented: PresentedCredentials, client: Client | undefined): client is Client {
  if (client === undefined || client.revokedAt !== undefined) return false;
  if (client.authMethod !== presented.method) return false;
  if (client.authMethod === 'none') return true;
  return client.secretHash !== undefined && equalHashes(sha256(presented.secret ?? ''), client.secretHash);
}
