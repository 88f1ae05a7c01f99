import { isLoopbackRedirect } from '../checks/redirect-uri.js';
import type { PendingRequest, PendingRequestView } from '../model/pending-request.js';
import { SCOPE_DESCRIPTIONS } from '../model/scope.js';
import type { Dependencies } from '../ports/dependencies.js';
import { requestIdHash } from './authorize.js';
import type { ConsentError } from './consent-operations.js';

/** Shows a pending request to the user who owns it. Viewing an unowned request claims it. Never consumes it. */
export function createViewPendingRequest({
  pendingRequests,
  telemetry,
}: Pick<Dependencies, 'pendingRequests' | 'telemetry'>): (
  requestId: string,
  userId: string,
) => Promise<PendingRequestView | ConsentError> {
  return async (requestId, userId) => {
    const pending = await pendingRequests.view(requestIdHash(requestId), userId);
    telemetry.pendingRequest(pending === undefined ? 'not_found' : 'viewed');
    return pending === undefined ? 'pending_not_found' : pendingRequestView(pending);
  };
}

export function pendingRequestView(pending: PendingRequest): PendingRequestView {
  const redirect = new URL(pending.redirectUri);
  return {
    clientId: pending.clientId,
    clientName: printable(pending.clientName),
    clientRegisteredAt: pending.clientRegisteredAt,
    clientSelfRegistered: pending.clientSelfRegistered,
    redirectUri: pending.redirectUri,
    redirectHost: ['http:', 'https:'].includes(redirect.protocol) ? redirect.host : redirect.protocol,
    redirectIsLoopback: isLoopbackRedirect(pending.redirectUri),
    scopes: pending.scopes.map((scope) => ({ scope, description: SCOPE_DESCRIPTIONS[scope] })),
    resource: pending.resource,
    expiresAt: pending.expiresAt,
  };
}

/**
 * A client chooses its own name. Control characters could break the page that shows it, and direction or invisible
 * characters could change how it reads, so both are removed. Combining characters stay, as scripts need them; without
 * anything to combine with, they are no name.
 */
function printable(name: string): string {
  const visible = name.replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim();
  return /[^\p{M}\s]/u.test(visible) ? visible : '';
}

/**
 * Including what Unicode wants to be invisible, whatever its category: the fillers of Hangul, joiners of marks, and characters that
 * are reserved for this. Except for variation selectors, which make an emoji of a sign. The empty Braille pattern looks like nothing too.
 */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;
