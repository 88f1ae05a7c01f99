import * as fields from '../wire/fields.js';
import type { WireTime } from '../wire/messages.js';
import type {
  DenyPendingOutcome,
  IssueCodeOutcome,
  NoGrantableScopes,
  PendingNotFound,
  PendingRequestOutcome,
  PendingRequestView,
  RequestedScope,
} from './views.js';

/** What gatehouse.consent.v1 answers, as proto-loader reads it. */
export interface WirePendingResponse {
  readonly pendingRequest?: WireView;
  readonly error?: string | number;
}

export interface WireRedirectResponse {
  readonly redirectUrl?: string;
  readonly error?: string | number;
}

type WireView = Omit<PendingRequestView, 'clientRegisteredAt' | 'expiresAt' | 'scopes'> & {
  readonly clientRegisteredAt: WireTime | null;
  readonly expiresAt: WireTime | null;
  readonly scopes: readonly RequestedScope[];
};

export function toPendingOutcome({ pendingRequest: view, error }: WirePendingResponse): PendingRequestOutcome {
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

export function toIssueOutcome({ redirectUrl, error }: WireRedirectResponse): IssueCodeOutcome {
  if (redirectUrl) return { outcome: 'granted', redirectUrl };
  if (error === 'CONSENT_ERROR_NO_GRANTABLE_SCOPES') return noGrantableScopes;
  return pendingNotFound(error);
}

export function toDenyOutcome({ redirectUrl, error }: WireRedirectResponse): DenyPendingOutcome {
  return redirectUrl ? { outcome: 'denied', redirectUrl } : pendingNotFound(error);
}

const noGrantableScopes: NoGrantableScopes = { outcome: 'no_grantable_scopes' };

function pendingNotFound(error: string | number | undefined): PendingNotFound {
  if (error === 'CONSENT_ERROR_PENDING_NOT_FOUND') return { outcome: 'pending_not_found' };
  throw new Error(`Gatehouse answered an outcome that this SDK does not know: ${String(error)}`);
}
