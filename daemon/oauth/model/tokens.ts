import type { Scope } from './scope.js';

/** An issued authorization code, stored only as its hash. Times are epoch milliseconds. */
export interface Code {
  readonly codeHash: Buffer;
  readonly clientId: string;
  readonly userId: string;
  readonly redirectUri: string;
  /** PKCE S256 challenge, 43 base64url characters. */
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Opaque bytes of the application, passed back on every mint; empty if there are none. */
  readonly grantContext: Buffer;
  /** Set once the code was spent, together with the lineage it was spent into. */
  readonly spent?: { readonly at: number; readonly lineageId: string };
}

/** One refresh token, stored only as its hash; the rows of one chain share a lineage id. Times are epoch milliseconds. */
export interface RefreshToken {
  readonly tokenHash: Buffer;
  readonly lineageId: string;
  readonly clientId: string;
  readonly userId: string;
  /** Scopes of the original grant: a narrowed refresh does not narrow them (RFC 6749 §6). */
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly lineageStartedAt: number;
  readonly grantContext: Buffer;
  /** Present once it was spent. */
  readonly spentAt?: number;
  readonly lineageRevoked: boolean;
}
