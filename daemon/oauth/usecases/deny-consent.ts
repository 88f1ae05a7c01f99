import { oauthError } from '../model/oauth-error.js';
import { errorRedirect } from '../model/responses.js';
import type { Dependencies } from '../ports/dependencies.js';
import { requestIdHash } from './authorize.js';
import type { ConsentError, Redirect } from './consent-operations.js';

/** Denies a pending request (RFC 6749 §4.1.2.1 access_denied). The host is not involved. */
export function createDenyConsent({
  options,
  pendingRequests,
  telemetry,
}: Pick<Dependencies, 'options' | 'pendingRequests' | 'telemetry'>): (
  requestId: string,
  userId: string,
) => Promise<Redirect | ConsentError> {
  return async (requestId, userId) => {
    const taken = await pendingRequests.take(requestIdHash(requestId), userId);
    if (taken === undefined) {
      telemetry.pendingRequest('not_found');
      return 'pending_not_found';
    }
    telemetry.pendingRequest('denied');
    const { redirectUri, state } = taken.pending;
    const denied = oauthError('access_denied', 'The user denied the request.');
    return { redirectUrl: errorRedirect(redirectUri, denied, state, options.issuer) };
  };
}
