import type { RefreshToken__Output } from '../../contract/generated/gatehouse/host/v1/RefreshToken.js';
import type { RefreshToken } from '../../oauth/model/refresh-token.js';
import { grantContext, hash, optionalTime, requiredText, scopes, time, violation } from './checks.js';

const AT = 'find_refresh_token.refresh_token';

export function fromRefreshToken(rpc: string, token: RefreshToken__Output, askedFor: Buffer): RefreshToken {
  const tokenHash = hash(rpc, `${AT}.token_hash`, token.tokenHash);
  if (!tokenHash.equals(askedFor)) throw violation(rpc, `${AT}.token_hash`, 'is another one than was asked for');
  const spentAt = optionalTime(rpc, `${AT}.spent_at`, token.spentAt);
  return {
    tokenHash,
    lineageId: requiredText(rpc, `${AT}.lineage_id`, token.lineageId),
    clientId: requiredText(rpc, `${AT}.client_id`, token.clientId),
    userId: requiredText(rpc, `${AT}.user_id`, token.userId, 255),
    scopes: scopes(rpc, `${AT}.scopes`, token.scopes),
    resource: requiredText(rpc, `${AT}.resource`, token.resource),
    issuedAt: time(rpc, `${AT}.issued_at`, token.issuedAt),
    expiresAt: time(rpc, `${AT}.expires_at`, token.expiresAt),
    lineageStartedAt: time(rpc, `${AT}.lineage_started_at`, token.lineageStartedAt),
    grantContext: grantContext(rpc, `${AT}.grant_context`, token.grantContext),
    ...(spentAt !== undefined && { spentAt }),
    lineageRevoked: token.lineageRevoked,
  };
}
