import type { RefreshToken } from '../ports/refresh-token-store.js';
import * as fields from './fields.js';
import type { WireRefreshToken } from './messages.js';
import { toWireTime } from './time.js';

/** A token to be created: `spent_at` and `lineage_revoked` have to be absent. */
export function fromWireRefreshToken(wire: WireRefreshToken | null, field: string): RefreshToken {
  const token = fields.message(wire, field);
  if (token.spentAt !== null) throw new fields.InvalidField(`${field}.spent_at`, 'must be absent');
  if (token.lineageRevoked) throw new fields.InvalidField(`${field}.lineage_revoked`, 'must be false');
  return {
    tokenHash: fields.hash(token.tokenHash, `${field}.token_hash`),
    lineageId: fields.identifier(token.lineageId, `${field}.lineage_id`),
    clientId: fields.identifier(token.clientId, `${field}.client_id`),
    userId: fields.identifier(token.userId, `${field}.user_id`),
    scopes: fields.tokens(token.scopes, `${field}.scopes`),
    resource: fields.text(token.resource, `${field}.resource`),
    issuedAt: fields.moment(token.issuedAt, `${field}.issued_at`),
    expiresAt: fields.moment(token.expiresAt, `${field}.expires_at`),
    lineageStartedAt: fields.moment(token.lineageStartedAt, `${field}.lineage_started_at`),
    grantContext: fields.grantContext(token.grantContext, `${field}.grant_context`),
    lineageRevoked: false,
  };
}

export function toWireRefreshToken(token: RefreshToken): WireRefreshToken {
  return {
    tokenHash: token.tokenHash,
    lineageId: token.lineageId,
    clientId: token.clientId,
    userId: token.userId,
    scopes: token.scopes,
    resource: token.resource,
    issuedAt: toWireTime(token.issuedAt),
    expiresAt: toWireTime(token.expiresAt),
    lineageStartedAt: toWireTime(token.lineageStartedAt),
    grantContext: token.grantContext,
    spentAt: token.spentAt ? toWireTime(token.spentAt) : null,
    lineageRevoked: token.lineageRevoked,
  };
}
