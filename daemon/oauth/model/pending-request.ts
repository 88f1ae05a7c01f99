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
  /** Where the request came from (core/network-addresses.ts): whose share of the room it takes. Never shown. */
  readonly network: string;
  /** Whether the client registered itself and had no consent yet: its first one ends its registrant's charge. */
  readonly clientUnconsented: boolean;
  /** Secret of the built-in consent page's CSRF token; never leaves the store otherwise. */
  readonly csrfSecret: string;
}

/** What a consent page needs to be honest about a pending request. Times are epoch milliseconds. */
export interface PendingRequestView {
  readonly clientId: string;
  /** As the client gave it, without control and direction characters: a claim, not a fact. */
  readonly clientName: string;
  readonly clientRegisteredAt: number;
  readonly clientSelfRegistered: boolean;
  readonly redirectUri: string;
  /** ASCII host with port of the redirect URI; for a private-use scheme the scheme with its colon. */
  readonly redirectHost: string;
  readonly redirectIsLoopback: boolean;
  readonly scopes: readonly { readonly scope: Scope; readonly description: string }[];
  readonly resource: string;
  readonly expiresAt: number;
}
