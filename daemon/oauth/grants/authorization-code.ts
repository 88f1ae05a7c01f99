import { orderedId, sha256 } from '../../core/crypto.js';
import type { GrantType } from '../checks/token.js';
import { challengeOf } from '../checks/request-parameters.js';
import { resourceIsOurs, TOKEN_CHECKS } from '../checks/token.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import { isRedirectUriForm } from '../model/parameters.js';
import type { Operation } from '../ports/backend.js';

/** RFC 6749 §4.1.3 with RFC 7636 §4.5 and RFC 8707 §2.2. */
export const authorizationCode: GrantType<Extract<Operation, { readonly kind: 'findCode' }>> = {
  type: 'authorization_code',
  parameters: ['code', 'code_verifier', 'redirect_uri'],

  read(parameters) {
    const plain = parameters.get('code');
    if (plain === undefined) return oauthError('invalid_request', 'code is missing.');
    if (parameters.get('code_verifier') === undefined) {
      return oauthError('invalid_request', 'code_verifier is missing.');
    }
    return { plain, find: { kind: 'findCode', codeHash: sha256(plain) } };
  },

  redeem({ find }, { parameters, credentials, options, now, refreshTokenHash }) {
    const codeChallenge = challengeOf(parameters.get('code_verifier') ?? '');
    const redirectUri = parameters.get('redirect_uri');
    if (codeChallenge === undefined || isRefused(resourceIsOurs({ parameters, options }))) return undefined;
    if (redirectUri !== undefined && !isRedirectUriForm(redirectUri)) return undefined;
    return {
      kind: 'redeemCode',
      credentials,
      codeHash: find.codeHash,
      ...(redirectUri !== undefined && { redirectUri }),
      codeChallenge,
      lineageId: orderedId(),
      at: now,
      accessTokenExpiresAt: now + options.accessTokenTtl,
      refreshTokenHash,
      refreshTokenExpiresAt: now + options.refreshTokenTtl,
    };
  },

  judge(stored, context) {
    const proven = TOKEN_CHECKS.codeIsProven.run({ code: stored, ...context });
    if (isRefused(proven)) return proven;
    const { code } = proven;
    if (code.spent !== undefined) {
      return { kind: 'reused', token: 'code', lineageId: code.spent.lineageId, spentAt: code.spent.at };
    }
    const unspent = TOKEN_CHECKS.unspentCode.run(proven);
    if (isRefused(unspent)) return unspent;
    const lineageId = orderedId();
    return {
      kind: 'grant',
      spend: { kind: 'spendCode', codeHash: code.codeHash, lineageId, at: context.now },
      minting: {
        userId: code.userId,
        lineageId,
        lineageStartedAt: context.now,
        scopes: code.scopes,
        grantedScopes: code.scopes,
        resource: code.resource,
        grantContext: code.grantContext,
      },
    };
  },
};
