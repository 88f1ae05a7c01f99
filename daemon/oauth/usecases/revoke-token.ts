import type { CallContext } from '../../core/call-context.js';
import { isBearerTokenForm } from '../../core/credential-form.js';
import { sha256 } from '../../core/hash.js';
import { authenticateClient, AUTHENTICATION_FAILED, presentedCredentials } from '../checks/client-authentication.js';
import { repeatedParameter } from '../checks/repeated-parameters.js';
import { isOAuthError, oauthError, type OAuthError } from '../model/oauth-error.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import type { Dependencies } from './dependencies.js';
import type { TokenRequest } from './exchange-token.js';
import { createTokenFailures } from './token-failures.js';

const UNDERSTOOD = ['token', 'token_type_hint', 'client_id', 'client_secret'];

export type RevokeToken = (request: TokenRequest, call: CallContext) => Promise<RevocationOutcome>;

export type RevocationOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: OAuthError }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

/**
 * The revocation endpoint (RFC 7009). Either token of a grant ends the whole lineage (§2.1). An unknown token, and one of
 * another client, is answered as a success without effect: the answer tells nothing about tokens that are not the client's.
 * The type hint is not needed, since both kinds are looked up in the same host call.
 */
export function createRevokeToken(
  needs: Pick<Dependencies, 'backend' | 'limits' | 'throttle' | 'telemetry' | 'clock'>,
): RevokeToken {
  const { backend, telemetry, clock } = needs;
  const failures = createTokenFailures(needs);

  return async ({ parameters, authorization, clientAddress }, call) => {
    const repeated = repeatedParameter(parameters, UNDERSTOOD);
    if (repeated !== undefined) return refused(repeated);
    const credentials = presentedCredentials(authorization, parameters);
    if (isOAuthError(credentials)) return refused(credentials);
    const token = parameters.get('token');
    if (token === undefined) return refused(oauthError('invalid_request', 'token is missing.'));

    const { clientId } = credentials;
    const [verdict, [client, refreshToken, accessToken]] = await Promise.all([
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
    if (!verdict.allowed) return throttled(verdict.retryAfterSeconds);
    const isKnown = client !== undefined;
    if (!authenticateClient(credentials, client)) {
      const counted = await failures.count(clientId, isKnown, clientAddress);
      return counted.allowed ? refused(AUTHENTICATION_FAILED) : throttled(counted.retryAfterSeconds);
    }
    const owned = refreshToken ?? accessToken;
    if (owned?.clientId !== client.clientId) {
      telemetry.revocation('nothing_to_revoke');
      return { kind: 'done' };
    }
    await transactUnaborted(backend, [{ kind: 'revokeLineage', lineageId: owned.lineageId, at: clock.now() }], call);
    telemetry.revocation('revoked');
    return { kind: 'done' };
  };

  function throttled(retryAfterSeconds: number): RevocationOutcome {
    telemetry.revocation('too_many_requests');
    return { kind: 'throttled', retryAfterSeconds };
  }

  function refused(refusal: OAuthError): RevocationOutcome {
    telemetry.revocation(refusal.error);
    return { kind: 'refused', refusal };
  }
}
