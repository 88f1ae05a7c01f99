import { sha256 } from '../../core/crypto.js';
import type { CallContext } from '../../core/runtime.js';
import type { Granted } from '../checks/token.js';
import type { Result } from '../model/oauth-error.js';
import { oauthError } from '../model/oauth-error.js';
import type { TokenResponse } from '../model/responses.js';
import { tokenResponse } from '../model/responses.js';
import type { AbortReason } from '../ports/backend.js';
import type { Dependencies } from '../ports/dependencies.js';
import { reportSweep } from './report-sweep.js';

/** Another request spent the token between our read and our write. */
export const LOST_RACE = 'lost_race';

/** @param refreshToken the one to create */
export type MintTokens = (
  granted: Granted,
  clientId: string,
  refreshToken: string,
  now: number,
  call: CallContext,
) => Promise<Result<TokenResponse | typeof LOST_RACE>>;

/**
 * Spends and mints after a first call that only read: sweep, spend, mint, create the refresh token, all or nothing. The
 * sweep comes first, so that a token that has just expired cannot be spent any more.
 */
export function createMintTokens({
  options,
  backend,
  telemetry,
}: Pick<Dependencies, 'options' | 'backend' | 'telemetry'>): MintTokens {
  return async ({ spend, minting }, clientId, refreshToken, now, call) => {
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
    reportSweep(telemetry, swept);
    return tokenResponse(minted, refreshToken, scopes, now);
  };
}

function refusalOf(reason: AbortReason, publicReason: string): Result<typeof LOST_RACE> {
  if (reason === 'code_already_spent' || reason === 'refresh_token_already_spent') return LOST_RACE;
  if (reason === 'mint_refused' && publicReason !== '') return oauthError('invalid_grant', publicReason);
  return oauthError('invalid_grant', 'The grant is no longer valid.');
}
