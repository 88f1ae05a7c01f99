import type { Scope } from './scope.js';

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
