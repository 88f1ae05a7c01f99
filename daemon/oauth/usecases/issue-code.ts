import type { CallContext } from '../../core/call-context.js';
import { sha256 } from '../../core/hash.js';
import { randomToken } from '../../core/random.js';
import { codeRedirect } from '../model/authorization-response.js';
import type { Scope } from '../model/scope.js';
import type { TakenRequest } from '../ports/pending-requests.js';
import { requestIdHash } from './authorize.js';
import type { ConsentError, Grant, Redirect } from './consent-operations.js';
import type { Dependencies } from './dependencies.js';
import { releasePlace } from './registration-room.js';

/**
 * Grants a pending request: consent is stamped and a code created in one transaction.
 *
 * The request is taken away before that transaction, so of two concurrent grants one finds nothing; it is put back, with
 * what is left of its life, when the grant did not come about. A code whose creation ended in the unknown is of no use to
 * anybody: its plain text has left this function nowhere.
 */
export function createIssueCode(
  needs: Pick<
    Dependencies,
    'options' | 'backend' | 'pendingRequests' | 'unconsentedClients' | 'telemetry' | 'clock' | 'logger'
  >,
): (grant: Grant, call: CallContext) => Promise<Redirect | ConsentError> {
  const { options, backend, pendingRequests, telemetry, clock, logger } = needs;

  return async (grant, call) => {
    const idHash = requestIdHash(grant.requestId);
    const taken = await pendingRequests.take(idHash, grant.userId);
    if (taken === undefined) {
      telemetry.pendingRequest('not_found');
      return 'pending_not_found';
    }
    const scopes = taken.pending.scopes.filter((scope) => grant.grantedScopes.includes(scope));
    if (scopes.length === 0) {
      await pendingRequests.restore(idHash, taken);
      return 'no_grantable_scopes';
    }
    try {
      return await grantTaken(taken, scopes, grant, call);
    } catch (fault) {
      await putBack(idHash, taken, call);
      throw fault;
    }
  };

  async function grantTaken(
    { pending, userId }: TakenRequest,
    scopes: readonly Scope[],
    { grantContext }: Grant,
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
      // The client was revoked or removed while the user decided: what waits for it can never be granted.
      telemetry.pendingRequest('not_found');
      return 'pending_not_found';
    }
    if (pending.clientUnconsented) await releasePlace(needs, pending.clientId, call);
    telemetry.pendingRequest('granted');
    return { redirectUrl: codeRedirect(pending.redirectUri, code, pending.state, options.issuer) };
  }

  /** The fault that led here is the one to report; if the store is away too, the request is lost and the log says so. */
  async function putBack(idHash: string, taken: TakenRequest, call: CallContext): Promise<void> {
    try {
      await pendingRequests.restore(idHash, taken);
    } catch (err) {
      logger.error(
        { ...call, err },
        'a pending request could not be put back after its grant failed; the user has to start again',
      );
    }
  }
}
