import type { Scope } from './scope.js';

/**
 * A validated authorization request that waits for consent: a snapshot of everything that was checked, so that consent
 * never judges anything anew. Plain JSON values only, since it is stored as JSON. Times are epoch milliseconds.
 */
export interface PendingRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientRegisteredAt: number;
  readonly clientSelfRegistered: boolean;
  readonly redirectUri: string;
  /** Absent when the request carried none. Exact, as received. */
  readonly state?: string;
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly expiresAt: number;
  /** Where the request came from (core/network-of.ts): whose share of the room it takes. Never shown. */
  readonly network: string;
  /** Whether the client registered itself and had no consent yet: its first one ends its registrant's charge. */
  readonly clientUnconsented: boolean;
  /** Secret of the built-in consent page's CSRF token; never leaves the store otherwise. */
  readonly csrfSecret: string;
}
