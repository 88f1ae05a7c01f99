import type { ConsentError__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/ConsentError';
import type { DenyPendingResponse__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/DenyPendingResponse';
import type { IssueCodeResponse__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/IssueCodeResponse';
import type { PendingRequestResponse__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/PendingRequestResponse';
import * as fields from '../wire/fields.js';

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

export function toPendingOutcome({
  pendingRequest: view,
  error,
}: PendingRequestResponse__Output): PendingRequestOutcome {
  if (!view) return pendingNotFound(error);
  return {
    outcome: 'pending',
    pendingRequest: {
      clientId: view.clientId,
      clientName: view.clientName,
      clientRegisteredAt: fields.moment(view.clientRegisteredAt, 'client_registered_at'),
      clientSelfRegistered: view.clientSelfRegistered,
      redirectUri: view.redirectUri,
      redirectHost: view.redirectHost,
      redirectIsLoopback: view.redirectIsLoopback,
      scopes: view.scopes.map(({ scope, description }) => ({ scope, description })),
      resource: view.resource,
      expiresAt: fields.moment(view.expiresAt, 'expires_at'),
    },
  };
}

export function toIssueOutcome({ redirectUrl, error }: IssueCodeResponse__Output): IssueCodeOutcome {
  if (redirectUrl) return { outcome: 'granted', redirectUrl };
  if (error === 'CONSENT_ERROR_NO_GRANTABLE_SCOPES') return noGrantableScopes;
  return pendingNotFound(error);
}

export function toDenyOutcome({ redirectUrl, error }: DenyPendingResponse__Output): DenyPendingOutcome {
  return redirectUrl ? { outcome: 'denied', redirectUrl } : pendingNotFound(error);
}

const noGrantableScopes: NoGrantableScopes = { outcome: 'no_grantable_scopes' };

function pendingNotFound(error: ConsentError__Output | undefined): PendingNotFound {
  if (error === 'CONSENT_ERROR_PENDING_NOT_FOUND') return { outcome: 'pending_not_found' };
  throw new Error(`Gatehouse returned an outcome that this SDK does not know: ${String(error)}`);
}
