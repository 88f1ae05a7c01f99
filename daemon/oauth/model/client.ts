import type { Scope } from './scope.js';

/** RFC 7591 §2 `token_endpoint_auth_method`, the three that the spec accepts. */
export const AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** A registered client. Times are epoch milliseconds. */
export interface Client {
  readonly clientId: string;
  /** As the client gave it: a claim. Empty when it gave none. */
  readonly clientName: string;
  /** Compared as exact strings. */
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
  /** SHA-256 of the secret; absent for public clients. */
  readonly secretHash?: Buffer;
  /** Scope ceiling. */
  readonly scopes: readonly Scope[];
  readonly grantTypes: readonly GrantType[];
  readonly registeredAt: number;
  readonly consentedAt?: number;
  /** A revoked client is refused everywhere, like one that does not exist. */
  readonly revokedAt?: number;
  readonly selfRegistered: boolean;
  /** Further registered metadata by its RFC 7591 name. */
  readonly metadata: Readonly<Record<string, unknown>>;
}
