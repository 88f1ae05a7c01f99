import { equalHashes, sha256 } from '../../core/crypto.js';
import type { AuthMethod, Client } from '../model/client.js';
import type { Result } from '../model/oauth-error.js';
import { isRefused, oauthError, tooManyRequests } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import { isClientIdForm } from '../model/parameters.js';
import type { HashedCredentials } from '../ports/backend.js';
import type { Verdict } from '../ports/state.js';

/** The client-related parts of a request, before any lookup. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly method: AuthMethod;
  readonly secret?: string;
}

/** A request with client credentials, at the token and at the revocation endpoint. */
export interface ClientRequest {
  readonly parameters: Parameters;
  /** The Authorization header, if there was one. */
  readonly authorization: string | undefined;
  readonly clientAddress: string;
}

/** The results of the lookups for such a request. */
export interface LookedUpClient {
  readonly credentials: HashedCredentials;
  /** Whether this client at this address is still below the limit of failures. */
  readonly verdict: Verdict;
  /** Undefined: the host knows no such client. */
  readonly stored: Client | undefined;
}

/** The same answer for every failure of a client's authentication. */
const AUTHENTICATION_FAILED = oauthError('invalid_client', 'Client authentication failed.');

/**
 * Reads client credentials (RFC 6749 §2.3.1): Basic, or client_id and client_secret in the body, or client_id alone. Rejects
 * two methods together, as §2.3 requires; accepts a client_id in the body beside Basic if it is the same.
 */
export function clientCredentials(
  authorization: string | undefined,
  parameters: Parameters,
): Result<ClientCredentials> {
  const credentials = parseCredentials(authorization, parameters);
  return isRefused(credentials) || isClientIdForm(credentials.clientId) ? credentials : AUTHENTICATION_FAILED;
}

function parseCredentials(authorization: string | undefined, parameters: Parameters): Result<ClientCredentials> {
  const clientId = parameters.get('client_id');
  const secret = parameters.get('client_secret');
  if (authorization !== undefined) {
    const basic = parseBasic(authorization);
    if (basic === undefined) {
      return oauthError('invalid_client', 'The Authorization header does not contain Basic client credentials.');
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
 * Some clients form-encode both halves, as RFC 6749 §2.3.1 says, and some send them unencoded. Our ids and secrets contain
 * neither "%" nor "+", so decoding is right for both.
 *
 * An empty secret counts as omitted, as in the body (RFC 6749 §2.3.1, §3.2): common libraries send public clients' ids in
 * this form (golang.org/x/oauth2 before any other, requests-oauthlib always). A bare id that is the URL of a metadata document has
 * colons and perhaps "%" of its own; such a client has no secret, so the last colon ends it.
 */
function parseBasic(authorization: string): ClientCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const documentUrl = /^(https:\/\/.+):$/.exec(pair)?.[1];
  if (documentUrl !== undefined) return { clientId: documentUrl, method: 'none' };
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  const clientId = formDecode(pair.slice(0, colon));
  const secret = formDecode(pair.slice(colon + 1));
  if (clientId === undefined || secret === undefined) return undefined;
  return secret === '' ? { clientId, method: 'none' } : { clientId, method: 'client_secret_basic', secret };
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Authenticates the client (RFC 6749 §3.2.1). An unknown or revoked client, a method other than the registered one and a
 * wrong secret all get the same answer, so that it reveals nothing.
 */
export function authenticateClient(credentials: HashedCredentials, client: Client | undefined): client is Client {
  if (client === undefined || client.revokedAt !== undefined) return false;
  if (client.authMethod !== credentials.authMethod) return false;
  if (client.authMethod === 'none') return true;
  const { secretHash } = credentials;
  return secretHash !== undefined && client.secretHash !== undefined && equalHashes(secretHash, client.secretHash);
}

/** The credentials as a host may see them. Nothing after the form needs the secret itself. */
export function hashedCredentials({ clientId, method, secret }: ClientCredentials): HashedCredentials {
  return { clientId, authMethod: method, ...(method !== 'none' && { secretHash: sha256(secret ?? '') }) };
}

/** The checks of both endpoints, as checks/token.ts and checks/revoke.ts list them. */

export function credentialsAreReadable({
  authorization,
  parameters,
}: ClientRequest): Result<{ readonly credentials: HashedCredentials }> {
  const credentials = clientCredentials(authorization, parameters);
  return isRefused(credentials) ? credentials : { credentials: hashedCredentials(credentials) };
}

export function failuresAreFew({ verdict }: LookedUpClient): Result<undefined> {
  return verdict.allowed ? undefined : tooManyRequests(verdict.retryAfterSeconds);
}

export function clientIsAuthenticated({ credentials, stored }: LookedUpClient): Result<{ readonly client: Client }> {
  return authenticateClient(credentials, stored) ? { client: stored } : AUTHENTICATION_FAILED;
}
