import type { CallContext } from '../../core/runtime.js';
import { Unavailable } from '../../core/faults.js';
import type { AuthMethod } from '../model/client.js';
import type { Result } from '../model/oauth-error.js';
import type { PendingRequestView } from '../model/pending-request.js';

/**
 * The consent operations (AS-80 to AS-89) and credential tooling, as the consent gRPC server and the built-in consent page
 * call them. Faults are thrown (core/faults.ts); the expected outcomes are values.
 */
export interface ConsentOperations {
  viewPendingRequest(requestId: string, userId: string, call: CallContext): Promise<PendingRequestView | ConsentError>;
  grantConsent(consent: Consent, call: CallContext): Promise<Redirect | ConsentError>;
  denyConsent(requestId: string, userId: string, call: CallContext): Promise<Redirect | ConsentError>;
  /** False: there was nothing to revoke. */
  revokeAccessToken(accessToken: string, call: CallContext): Promise<boolean>;
  generateCredentials(authMethod: AuthMethod): GeneratedCredentials;
  /** Refused, with the problem of the URI. */
  checkRedirectUri(redirectUri: string): Result<undefined>;
}

/** The expected failures (AS-82, AS-84). */
export type ConsentError = 'pending_not_found' | 'no_grantable_scopes';

/**
 * A peer was missing during the grant, and it is uncertain whether the request could be put back: the user has to restart
 * the authorization in the client. Every other Unavailable of grantConsent whose peer is the host leaves the request open.
 */
export class PendingRequestLost extends Unavailable {
  constructor(fault: Unavailable) {
    super(fault.peer, fault.message, { cause: fault });
  }
}

/** Where to send the browser next. */
export interface Redirect {
  readonly redirectUrl: string;
}

/** The user's decision to grant a pending request. */
export interface Consent {
  readonly requestId: string;
  readonly userId: string;
  readonly grantedScopes: readonly string[];
  /** Opaque bytes of the application, at most 4096; empty if there are none. */
  readonly grantContext: Buffer;
}

export interface GeneratedCredentials {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly secret?: { readonly plain: string; readonly hash: Buffer };
}
