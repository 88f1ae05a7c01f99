import { sha256 } from '../../core/hash.js';
import { resourceCheck } from '../checks/resource.js';
import { scopesWithin } from '../checks/scope.js';
import type { Client } from '../model/client.js';
import { isOAuthError, oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { RefreshToken } from '../model/refresh-token.js';
import type { Scope } from '../model/scope.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import type { Dependencies } from '../usecases/dependencies.js';
import type { Decision, Grant } from './grant.js';

const REFUSED: Decision = {
  kind: 'refuse',
  refusal: oauthError('invalid_grant', 'The refresh token is unknown, expired, revoked or used.'),
};

/** RFC 6749 §6 with rotation (RFC 9700 §4.14.2). */
export function refreshTokenGrant({ options, backend }: Pick<Dependencies, 'options' | 'backend'>): Grant {
  const checkResource = resourceCheck(options.resource);

  return {
    type: 'refresh_token',
    parameters: ['refresh_token', 'scope'],

    present(parameters) {
      const plain = parameters.get('refresh_token');
      if (plain === undefined) return oauthError('invalid_request', 'refresh_token is missing.');
      const tokenHash = sha256(plain);
      return {
        plain,
        async find(clientId, call) {
          const [client, token] = await transactUnaborted(
            backend,
            [
              { kind: 'findClient', clientId },
              { kind: 'findRefreshToken', tokenHash },
            ],
            call,
          );
          return { client, decide: (authenticated, now) => decide(parameters, authenticated, token, now) };
        },
      };
    },
  };

  /** Only an explicit spent row of this client is reuse; whatever else is wrong revokes nothing. */
  function decide(parameters: Parameters, client: Client, token: RefreshToken | undefined, now: number): Decision {
    if (token?.clientId !== client.clientId || token.lineageRevoked) return REFUSED;
    const asked = askedFor(parameters, token);
    if (token.spentAt !== undefined) {
      return { kind: 'reused', credential: 'refresh_token', lineageId: token.lineageId, spentAt: token.spentAt, asked };
    }
    if (token.expiresAt <= now || isTooOld(token, now)) return REFUSED;
    if (isOAuthError(asked)) return { kind: 'refuse', refusal: asked };
    return {
      kind: 'grant',
      spend: { kind: 'spendRefreshToken', tokenHash: token.tokenHash, at: now },
      minting: {
        userId: token.userId,
        lineageId: token.lineageId,
        lineageStartedAt: token.lineageStartedAt,
        scopes: asked,
        grantedScopes: token.scopes,
        resource: token.resource,
        grantContext: token.grantContext,
      },
    };
  }

  function askedFor(parameters: Parameters, token: RefreshToken): readonly Scope[] | OAuthError {
    const scopes = scopesWithin(parameters.get('scope'), token.scopes);
    return isOAuthError(scopes) ? scopes : (checkResource(parameters) ?? scopes);
  }

  function isTooOld({ lineageStartedAt }: RefreshToken, now: number): boolean {
    return options.refreshLineageMaxAge > 0 && now - lineageStartedAt >= options.refreshLineageMaxAge;
  }
}
