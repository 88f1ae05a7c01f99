import { randomToken, sha256 } from '../../core/crypto.js';
import { Unavailable } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import { codeRedirect } from '../model/responses.js';
import type { Scope } from '../model/scope.js';
import type { Dependencies } from '../ports/dependencies.js';
import type { TakenRequest } from '../ports/state.js';
import { requestIdHash } from './authorize.js';
import type { Consent, ConsentError, Redirect } from './consent-operations.js';
import { PendingRequestLost } from './consent-operations.js';
import { releasePlace } from './registration-room.js';

/**
 * Grants a pending request: one transaction stamps the consent and creates a code. A grant without a requested scope leaves it.
 *
 * The request is taken before that transaction, so one of two concurrent grants finds nothing. If the grant fails, the
 * request is put back with its remaining lifetime. A code whose creation has an unknown outcome is useless to everyone: its
 * plain text has not left this function.
 */
export function createGrantConsent(
  dependencies: Pick<
    Dependencies,
    'options' | 'backend' | 'pendingRequests' | 'unconsentedClients' | 'telemetry' | 'clock' | 'logger'
  >,
): (consent: Consent, call: CallContext) => Promise<Redirect | ConsentError> {
  const { options, backend, pendingRequests, telemetry, clock, logger } = dependencies;

  return async (consent, call) => {
    const idHash = requestIdHash(consent.requestId);
    // Only a grant that can succeed takes the request: an answer at the same time would find it missing otherwise.
    const viewed = await pendingRequests.view(idHash, consent.userId);
    if (viewed === undefined) return notFound();
    const scopes = viewed.scopes.filter((scope) => consent.grantedScopes.includes(scope));
    if (scopes.length === 0) return 'no_grantable_scopes';
    const taken = await pendingRequests.take(idHash, consent.userId);
    if (taken === undefined) return notFound();
    try {
      return await grantTaken(taken, scopes, consent, call);
    } catch (fault) {
      if (await putBack(idHash, taken, call)) throw fault;
      throw lostBy(fault);
    }
  };

  function notFound(): ConsentError {
    telemetry.pendingRequest('not_found');
    return 'pending_not_found';
  }

  async function grantTaken(
    { pending, userId }: TakenRequest,
    scopes: readonly Scope[],
    { grantContext }: Consent,
    call: CallContext,
  ): Promise<Redirect | ConsentError> {
    const code = randomToken();
    const now = clock.now();
    const outcome = await backend.transact(
      [
        { kind: 'stampConsent', clientId: pending.clientId, at: now },
        {
          kind: 'createCode',
          code: {
            codeHash: sha256(code),
            clientId: pending.clientId,
            userId,
            redirectUri: pending.redirectUri,
            codeChallenge: pending.codeChallenge,
            scopes,
            resource: pending.resource,
            issuedAt: now,
            expiresAt: now + options.codeTtl,
            grantContext,
          },
        },
      ],
      call,
    );
    if (!outcome.committed) {
      // The client was revoked or removed while the user decided, so the request can never be granted.
      return notFound();
    }
    if (pending.clientUnconsented) await releasePlace(dependencies, pending.clientId, call);
    telemetry.pendingRequest('granted');
    return { redirectUrl: codeRedirect(pending.redirectUri, code, pending.state, options.issuer) };
  }

  /** Whether the request is open again. Never fails: the fault that led here is the one to report. */
  async function putBack(idHash: string, taken: TakenRequest, call: CallContext): Promise<boolean> {
    try {
      const isKept = await pendingRequests.restore(idHash, taken);
      if (!isKept) logger.warn({ ...call }, `${NOT_PUT_BACK}: it has expired, or the store is full`);
      return isKept;
    } catch (err) {
      logger.error({ ...call, err }, NOT_PUT_BACK);
      return false;
    }
  }
}

const NOT_PUT_BACK = 'failed to restore a pending request after its grant failed; the user must start again';

/**
 * The fault of a grant whose request is gone. A caller answers "try again" only for a missing peer; the other faults promise
 * nothing about the request.
 */
function lostBy(fault: unknown): unknown {
  return fault instanceof Unavailable ? new PendingRequestLost(fault) : fault;
}
