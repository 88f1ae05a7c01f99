import type { ConsentError__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/ConsentError';
import type { DenyPendingResponse__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/DenyPendingResponse';
import type { IssueCodeResponse__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/IssueCodeResponse';
import type { PendingRequestResponse__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/PendingRequestResponse';
import * as fields from '../wire/fields.js';

/** The data about a pending request that a consent page must show. */
export interface PendingRequestView {
  readonly clientId: string;
  /** Supplied by the client and not verified. Empty if it supplied none. */
  readonly clientName: string;
  readonly clientRegisteredAt: Date;
  /** Whether the client registered itself, so that its name is unverified. */
  readonly clientSelfRegistered: boolean;
  /** The exact URI to which the response will go. */
  readonly redirectUri: string;
  /** Host of the redirect URI. Show it first: it is the only information about the client that the client cannot forge. */
  readonly redirectHost: string;
  /** Whether the redirect goes to a program on the user's own machine. */
  readonly redirectIsLoopback: boolean;
  readonly scopes: readonly RequestedScope[];
  /** The resource that the client will get access to (RFC 8707). */
  readonly resource: string;
  readonly expiresAt: Date;
}

/** A requested scope and its description. */
export interface RequestedScope {
  readonly scope: string;
  /** One English sentence about what the scope allows. */
  readonly description: string;
}

/**
 * The same answer for a request that is missing, belongs to another user, was used, or has expired; Gatehouse does not
 * say which.
 */
export interface PendingNotFound {
  readonly outcome: 'pending_not_found';
}

/** None of the granted scopes was requested, or no scope was granted. Gatehouse keeps the request. */
export interface NoGrantableScopes {
  readonly outcome: 'no_grantable_scopes';
}

/** Send the browser to `redirectUrl` (303), and never log it: it may contain the code. */
export interface Redirect<Outcome extends string> {
  readonly outcome: Outcome;
  readonly redirectUrl: string;
}

/** Outcome of viewing a pending request. */
export type PendingRequestOutcome =
  | { readonly outcome: 'pending'; readonly pendingRequest: PendingRequestView }
  | PendingNotFound;
/** Outcome of granting it. */
export type IssueCodeOutcome = Redirect<'granted'> | NoGrantableScopes | PendingNotFound;
/** Outcome of denying it. */
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
      clientRegisteredAt: fields.moment(view.clientRegisteredAt),
      clientSelfRegistered: view.clientSelfRegistered,
      redirectUri: view.redirectUri,
      redirectHost: view.redirectHost,
      redirectIsLoopback: view.redirectIsLoopback,
      scopes: view.scopes.map(({ scope, description }) => ({ scope, description })),
      resource: view.resource,
      expiresAt: fields.moment(view.expiresAt),
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
