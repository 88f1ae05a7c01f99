import { isIP } from 'node:net';
import type { Scope } from './scope.js';

/**
 * Whether a client id is the URL of a client metadata document (draft-ietf-oauth-client-id-metadata-document §3): https, a
 * path, no user name, no fragment, no dot segments. Gatehouse also requires that the URL is in its normal form and its host
 * is a name, so that the address we fetch, the one that the document must repeat and the one that a user reads are the same
 * text.
 */
export function isClientDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.includes('#') || !URL.canParse(clientId)) return false;
  const { href, username, password, hostname } = new URL(clientId);
  return href === clientId && username === '' && password === '' && isHostName(hostname);
}

function isHostName(hostname: string): boolean {
  return isIP(hostname) === 0 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname);
}

/** RFC 7591 §2 `token_endpoint_auth_method`, the three that Gatehouse accepts (AS-24). */
export const AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
/** RFC 7591 §2 `grant_types`. A GrantType implements each at the token endpoint (checks/token.ts). */
export type GrantTypeName = (typeof GRANT_TYPES)[number];

/** A registered client. Times are epoch milliseconds. */
export interface Client {
  readonly clientId: string;
  /** The name that the client gave itself: an unverified claim. Empty if it gave none. */
  readonly clientName: string;
  /** Compared as exact strings. */
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
  /** SHA-256 of the secret; absent for public clients. */
  readonly secretHash?: Buffer;
  /** Upper bound of its scopes. */
  readonly scopes: readonly Scope[];
  readonly grantTypes: readonly GrantTypeName[];
  readonly registeredAt: number;
  readonly consentedAt?: number;
  /** Gatehouse rejects a revoked client everywhere, like one that does not exist. */
  readonly revokedAt?: number;
  readonly selfRegistered: boolean;
  /** Further registered metadata by its RFC 7591 name. */
  readonly metadata: Readonly<Record<string, unknown>>;
}
