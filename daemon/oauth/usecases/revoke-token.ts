import { sha256 } from '../../core/crypto.js';
import type { CallContext } from '../../core/runtime.js';
import type { ClientRequest } from '../checks/client-authentication.js';
import { REVOKE_CHECKS } from '../checks/revoke.js';
import type { OAuthError, Result } from '../model/oauth-error.js';
import { isRefused } from '../model/oauth-error.js';
import { isBearerTokenForm } from '../model/parameters.js';
import type { Dependencies } from '../ports/dependencies.js';
import { createTokenFailures } from './token-failures.js';
import { transactUnaborted } from './transact-unaborted.js';

/** The consent operation Revoke: an access token together with its refresh lineage. False: there was nothing to revoke. */
export function createRevokeAccessToken(
  dependencies: Pick<Dependencies, 'backend' | 'clock'>,
): (accessToken: string, call: CallContext) => Promise<boolean> {
  const { backend } = dependencies;
  const revokeLineage = createRevokeLineage(dependencies);

  return async (accessToken, call) => {
    if (!isBearerTokenForm(accessToken)) return false;
    const [token] = await transactUnaborted(backend, [{ kind: 'findAccessToken', accessToken }], call);
    if (token === undefined) return false;
    return revokeLineage(token.lineageId, call);
  };
}

export type RevokeToken = (request: ClientRequest, call: CallContext) => Promise<Result<undefined>>;

/**
 * The revocation endpoint (RFC 7009). Either token of a grant ends the whole lineage (§2.1). An unknown token, or one of
 * another client, gets a success without effect: the answer reveals nothing about tokens of other clients. The type hint is
 * not needed, because one host call looks up both kinds.
 */
export function createRevokeToken(
  dependencies: Pick<Dependencies, 'backend' | 'limits' | 'throttle' | 'telemetry' | 'clock'>,
): RevokeToken {
  const { backend, telemetry } = dependencies;
  const revokeLineage = createRevokeLineage(dependencies);
  const failures = createTokenFailures(dependencies);

  return async (request, call) => {
    const form = REVOKE_CHECKS.form.run(request);
    if (isRefused(form)) return refused(form);
    const { credentials, token, clientAddress } = form;
    const { clientId } = credentials;
    const [verdict, [stored, refreshToken, accessToken]] = await Promise.all([
      failures.check(clientId, clientAddress),
      transactUnaborted(
        backend,
        [
          { kind: 'findClient', clientId },
          { kind: 'findRefreshToken', tokenHash: sha256(token) },
          ...(isBearerTokenForm(token) ? [{ kind: 'findAccessToken', accessToken: token } as const] : []),
        ],
        call,
      ),
    ]);
    const known = REVOKE_CHECKS.client.run({ credentials, verdict, stored });
    if (isRefused(known)) {
      return refused(await failures.counted(known, clientId, stored !== undefined, clientAddress));
    }
    const owned = refreshToken ?? accessToken;
    if (owned?.clientId !== known.client.clientId) {
      telemetry.revocation('nothing_to_revoke');
      return undefined;
    }
    telemetry.revocation((await revokeLineage(owned.lineageId, call)) ? 'revoked' : 'nothing_to_revoke');
    return undefined;
  };

  function refused(refusal: OAuthError): OAuthError {
    telemetry.revocation(refusal.error);
    return refusal;
  }
}

/** False: it was revoked already, perhaps by a call at the same time. */
function createRevokeLineage({
  backend,
  clock,
}: Pick<Dependencies, 'backend' | 'clock'>): (lineageId: string, call: CallContext) => Promise<boolean> {
  return async (lineageId, call) => {
    const revocation = { kind: 'revokeLineage', lineageId, at: clock.now() } as const;
    const [{ newlyRevoked }] = await transactUnaborted(backend, [revocation], call);
    return newlyRevoked;
  };
}
