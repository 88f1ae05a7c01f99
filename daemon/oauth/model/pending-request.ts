import type { Scope } from './scope.js';

/**
 * A validated authorization request that waits for consent: a snapshot of everything that was checked, so that consent
 * repeats no check. Plain JSON values only, because it is stored as JSON. Times are epoch milliseconds.
 */
export interface PendingRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientRegisteredAt: number;
  readonly clientSelfRegistered: boolean;
  readonly redirectUri: string;
  /** Absent if the request had none. Unchanged, as received. */
  readonly state?: string;
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly expiresAt: number;
  /** Where the request came from (core/network-addresses.ts), which decides whose share of the room it takes. Never shown. */
  readonly network: string;
  /**
   * Whether the client registered itself and has had no consent yet: its first consent frees the place of the network that
   * registered it.
   */
  readonly clientUnconsented: boolean;
  /** Secret of the built-in consent page's CSRF token; otherwise never leaves the store. */
  readonly csrfSecret: string;
}

/** The facts about a pending request that an honest consent page shows. Times are epoch milliseconds. */
export interface PendingRequestView {
  readonly clientId: string;
  /** The client's own claim, not a fact; without control and direction characters. */
  readonly clientName: string;
  readonly clientRegisteredAt: number;
  readonly clientSelfRegistered: boolean;
  readonly redirectUri: string;
  /** ASCII host and port of the redirect URI; for a private-use scheme, the scheme with its colon. */
  readonly redirectHost: string;
  readonly redirectIsLoopback: boolean;
  readonly scopes: readonly { readonly scope: Scope; readonly description: string }[];
  readonly resource: string;
  readonly expiresAt: number;
}
