import type { Scope } from './scope.js';

/** One refresh token, known by its hash alone; the rows of one chain share a lineage id. Times are epoch milliseconds. */
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
