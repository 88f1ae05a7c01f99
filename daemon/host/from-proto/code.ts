import type { Code__Output } from '../../contract/generated/gatehouse/host/v1/Code.js';
import type { Code } from '../../oauth/model/code.js';
import { grantContext, hash, optionalTime, requiredText, scopes, time, violation } from './checks.js';

const AT = 'find_code.code';

export function fromCode(rpc: string, code: Code__Output, askedFor: Buffer): Code {
  const codeHash = hash(rpc, `${AT}.code_hash`, code.codeHash);
  if (!codeHash.equals(askedFor)) throw violation(rpc, `${AT}.code_hash`, 'is another one than was asked for');
  // RFC 7636 §4.2: a SHA-256 in base64url.
  if (!/^[\w-]{43}$/.test(code.codeChallenge)) {
    throw violation(rpc, `${AT}.code_challenge`, 'is not 43 base64url characters');
  }
  return {
    codeHash,
    clientId: requiredText(rpc, `${AT}.client_id`, code.clientId),
    userId: requiredText(rpc, `${AT}.user_id`, code.userId, 255),
    redirectUri: requiredText(rpc, `${AT}.redirect_uri`, code.redirectUri),
    codeChallenge: code.codeChallenge,
    scopes: scopes(rpc, `${AT}.scopes`, code.scopes),
    resource: requiredText(rpc, `${AT}.resource`, code.resource),
    issuedAt: time(rpc, `${AT}.issued_at`, code.issuedAt),
    expiresAt: time(rpc, `${AT}.expires_at`, code.expiresAt),
    grantContext: grantContext(rpc, `${AT}.grant_context`, code.grantContext),
    ...spent(rpc, code),
  };
}

/** Half a spent state would make a replayed code either harmless or unusable: both or neither. */
function spent(rpc: string, code: Code__Output): Pick<Code, 'spent'> {
  const at = optionalTime(rpc, `${AT}.spent_at`, code.spentAt);
  if ((at === undefined) !== (code.lineageId === '')) {
    throw violation(rpc, AT, 'has one of spent_at and lineage_id without the other');
  }
  return at === undefined ? {} : { spent: { at, lineageId: code.lineageId } };
}
