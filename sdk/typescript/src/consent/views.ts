/** What a consent page needs to be honest about a pending request. */
export interface PendingRequestView {
  readonly clientId: string;
  /** As the client gave it: a claim, not a fact. Empty when it gave none. */
  readonly clientName: string;
  readonly clientRegisteredAt: Date;
  /** Whether the client registered itself, so that nobody vouches for its name. */
  readonly clientSelfRegistered: boolean;
  /** Where the answer will go, exactly. */
  readonly redirectUri: string;
  /** Host of the redirect URI. Show it first: it is the one thing about the client that cannot be made up. */
  readonly redirectHost: string;
  /** Whether the redirect goes to a program on the user's own machine. */
  readonly redirectIsLoopback: boolean;
  readonly scopes: readonly RequestedScope[];
  /** What the access is for (RFC 8707). */
  readonly resource: string;
  readonly expiresAt: Date;
}

/** A scope that is asked for, with its meaning. */
export interface RequestedScope {
  readonly scope: string;
  /** What it allows, in English, one sentence. */
  readonly description: string;
}

/** The one answer for a request that is missing, another user's, used or expired: which of them is never told. */
export interface PendingNotFound {
  readonly outcome: 'pending_not_found';
}

/** None of the granted scopes was requested, or none was granted. The request is kept. */
export interface NoGrantableScopes {
  readonly outcome: 'no_grantable_scopes';
}

/** Send the browser to `redirectUrl` (303), and log it nowhere: it may carry the code. */
export interface Redirect<Outcome extends string> {
  readonly outcome: Outcome;
  readonly redirectUrl: string;
}

/** What became of looking at a pending request. */
export type PendingRequestOutcome =
  { readonly outcome: 'pending'; readonly pendingRequest: PendingRequestView } | PendingNotFound;
/** What became of granting it. */
export type IssueCodeOutcome = Redirect<'granted'> | NoGrantableScopes | PendingNotFound;
/** What became of denying it. */
export type DenyPendingOutcome = Redirect<'denied'> | PendingNotFound;
