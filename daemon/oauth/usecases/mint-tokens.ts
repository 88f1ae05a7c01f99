import type { CallContext } from '../../core/call-context.js';
import { sha256 } from '../../core/hash.js';
import type { Minting } from '../grants/grant.js';
import { oauthError, type OAuthError } from '../model/oauth-error.js';
import { tokenResponse, type TokenResponse } from '../model/token-response.js';
import type { AbortReason, Operation } from '../ports/backend.js';
import type { Dependencies } from './dependencies.js';

/** The credential was spent by somebody else between our read and our write. */
export const LOST_RACE = 'lost_race';

/**
 * The one writing transaction of the token endpoint: sweep, spend, mint, create the refresh token, all or nothing. The
 * sweep comes first, so that what expired a moment ago cannot be spent any more.
 */
export function createMintTokens({
  options,
  backend,
  telemetry,
}: Pick<Dependencies, 'options' | 'backend' | 'telemetry'>): (
  spend: Operation,
  minting: Minting,
  clientId: string,
  refreshToken: string,
  now: number,
  call: CallContext,
) => Promise<TokenResponse | OAuthError | typeof LOST_RACE> {
  return async (spend, minting, clientId, refreshToken, now, call) => {
    const { userId, lineageId, lineageStartedAt, scopes, grantedScopes, resource, grantContext } = minting;
    const outcome = await backend.transact(
      [
        { kind: 'sweepExpired', before: now },
        spend,
        {
          kind: 'mintAccessToken',
          userId,
          clientId,
          scopes,
          resource,
          lineageId,
          expiresAt: now + options.accessTokenTtl,
          grantContext,
          at: now,
        },
        {
          kind: 'createRefreshToken',
          refreshToken: {
            tokenHash: sha256(refreshToken),
            lineageId,
            clientId,
            userId,
            scopes: grantedScopes,
            resource,
            issuedAt: now,
            expiresAt: now + options.refreshTokenTtl,
            lineageStartedAt,
            grantContext,
            lineageRevoked: false,
          },
        },
      ],
      call,
    );
    if (!outcome.committed) return refusalOf(outcome.reason, outcome.publicReason);
    const [swept, , minted] = outcome.results;
    telemetry.swept('code', swept.codesRemoved);
    telemetry.swept('refresh_token', swept.refreshTokensRemoved);
    return tokenResponse(minted, refreshToken, scopes, now);
  };
}

function refusalOf(reason: AbortReason, publicReason: string): OAuthError | typeof LOST_RACE {
  if (reason === 'code_already_spent' || reason === 'refresh_token_already_spent') return LOST_RACE;
  if (reason === 'mint_refused' && publicReason !== '') return oauthError('invalid_grant', publicReason);
  return oauthError('invalid_grant', 'The grant is no longer valid.');
}
