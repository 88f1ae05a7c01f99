import type { Code } from '../ports/code-store.js';
import * as fields from './fields.js';
import type { WireCode } from './messages.js';
import { toWireTime } from './time.js';

const CODE_CHALLENGE = /^[\w-]{43}$/;

/** A code to be created: `spent_at` and `lineage_id` have to be absent. */
export function fromWireCode(wire: WireCode | null, field: string): Code {
  const code = fields.message(wire, field);
  if (!CODE_CHALLENGE.test(code.codeChallenge)) {
    throw new fields.InvalidField(`${field}.code_challenge`, 'must have 43 base64url characters');
  }
  if (code.spentAt !== null) throw new fields.InvalidField(`${field}.spent_at`, 'must be absent');
  if (code.lineageId !== '') throw new fields.InvalidField(`${field}.lineage_id`, 'must be empty');
  return {
    codeHash: fields.hash(code.codeHash, `${field}.code_hash`),
    clientId: fields.identifier(code.clientId, `${field}.client_id`),
    userId: fields.identifier(code.userId, `${field}.user_id`),
    redirectUri: fields.identifier(code.redirectUri, `${field}.redirect_uri`),
    codeChallenge: code.codeChallenge,
    scopes: fields.tokens(code.scopes, `${field}.scopes`),
    resource: fields.text(code.resource, `${field}.resource`),
    issuedAt: fields.moment(code.issuedAt, `${field}.issued_at`),
    expiresAt: fields.moment(code.expiresAt, `${field}.expires_at`),
    grantContext: fields.grantContext(code.grantContext, `${field}.grant_context`),
  };
}

export function toWireCode(code: Code): WireCode {
  return {
    codeHash: code.codeHash,
    clientId: code.clientId,
    userId: code.userId,
    redirectUri: code.redirectUri,
    codeChallenge: code.codeChallenge,
    scopes: code.scopes,
    resource: code.resource,
    issuedAt: toWireTime(code.issuedAt),
    expiresAt: toWireTime(code.expiresAt),
    grantContext: code.grantContext,
    spentAt: code.spent ? toWireTime(code.spent.at) : null,
    lineageId: code.spent?.lineageId ?? '',
  };
}
