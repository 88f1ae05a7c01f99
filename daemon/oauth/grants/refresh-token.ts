import { sha256 } from '../../core/crypto.js';
import type { GrantType } from '../checks/token.js';
import { resourceIsOurs, TOKEN_CHECKS } from '../checks/token.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import { isScope, parseScope } from '../model/scope.js';
import type { Operation } from '../ports/backend.js';

/** RFC 6749 §6 with rotation (RFC 9700 §4.14.2). */
export const refreshToken: GrantType<Extract<Operation, { readonly kind: 'findRefreshToken' }>> = {
  type: 'refresh_token',
  parameters: ['refresh_token', 'scope'],

  read(parameters) {
    const plain = parameters.get('refresh_token');
    if (plain === undefined) return oauthError('invalid_request', 'refresh_token is missing.');
    return { plain, find: { kind: 'findRefreshToken', tokenHash: sha256(plain) } };
  },

  redeem({ find }, { parameters, credentials, options, now, refreshTokenHash }) {
    const { refreshRetryWindow, refreshLineageMaxAge, accessTokenTtl, refreshTokenTtl } = options;
    // With a retry window, the successor is announced before the rotation, for the scopes of the token.
    if (refreshRetryWindow > 0 || isRefused(resourceIsOurs({ parameters, options }))) return undefined;
    const scopes = parseScope(parameters.get('scope') ?? '');
    if (scopes?.every(isScope) !== true) return undefined;
    return {
      kind: 'redeemRefreshToken',
      credentials,
      tokenHash: find.tokenHash,
      scopes,
      ...(refreshLineageMaxAge > 0 && { lineageStartedAfter: now - refreshLineageMaxAge }),
      at: now,
      accessTokenExpiresAt: now + accessTokenTtl,
      successorHash: refreshTokenHash,
      successorExpiresAt: now + refreshTokenTtl,
    };
  },

  judge(stored, context) {
    const proven = TOKEN_CHECKS.refreshTokenIsProven.run({ token: stored, ...context });
    if (isRefused(proven)) return proven;
    const { token } = proven;
    const asked = TOKEN_CHECKS.refreshRequest.run(proven);
    if (token.spentAt !== undefined) {
      return {
        kind: 'reused',
        token: 'refresh_token',
        lineageId: token.lineageId,
        spentAt: token.spentAt,
        asked: isRefused(asked) ? asked : asked.scopes,
      };
    }
    const unspent = TOKEN_CHECKS.unspentRefreshToken.run(proven);
    if (isRefused(unspent)) return unspent;
    if (isRefused(asked)) return asked;
    return {
      kind: 'grant',
      spend: { kind: 'spendRefreshToken', tokenHash: token.tokenHash, at: context.now },
      minting: {
        userId: token.userId,
        lineageId: token.lineageId,
        lineageStartedAt: token.lineageStartedAt,
        scopes: asked.scopes,
        grantedScopes: token.scopes,
        resource: token.resource,
        grantContext: token.grantContext,
      },
    };
  },
};
