import type { Administrator__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Administrator';
import type { AuthenticateTokenResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { RotateTokenResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RotateTokenResponse';
import type { Administrator, TokenReference } from '../../admin/model/administrator.js';
import type { TokenVerdict } from '../../admin/ports/directory.js';
import { present, violation } from './checks.js';

export function fromAdministrator(administrator: Administrator__Output): Administrator {
  const { id, login, email, displayName, role, superuser, permissions, locale, tokenVersion } = administrator;
  return {
    id,
    login,
    email,
    displayName: displayName || login,
    role,
    superuser,
    permissions,
    locale,
    tokenVersion,
    ...(administrator.mustChangePassword && { mustChangePassword: true }),
    ...(administrator.hasSecondFactor && { hasSecondFactor: true }),
    ...(administrator.mustHaveSecondFactor && { mustHaveSecondFactor: true }),
  };
}

/** For an answer about one particular administrator: a host's mistake must never sign in another one. */
export function fromSameAdministrator(
  rpc: string,
  administrator: Administrator__Output,
  expectedId: string,
): Administrator {
  const found = fromAdministrator(administrator);
  if (found.id !== expectedId) throw violation(rpc, 'administrator.id', 'is not the one that was requested');
  return found;
}

const TOKEN_REFUSALS = new Map<unknown, 'unknown' | 'stale' | 'blacklisted'>([
  ['TOKEN_REFUSAL_UNKNOWN', 'unknown'],
  ['TOKEN_REFUSAL_STALE', 'stale'],
  ['TOKEN_REFUSAL_BLACKLISTED', 'blacklisted'],
]);

/** For AuthenticateToken, also within a read, and RotateToken, whose answers have the same shape. */
export function fromTokenVerdict(
  rpc: string,
  { administrator: found, refusal }: AuthenticateTokenResponse__Output | RotateTokenResponse__Output,
  token: TokenReference,
): TokenVerdict {
  if (refusal !== undefined) {
    return { stands: false, reason: present(TOKEN_REFUSALS.get(refusal)) };
  }
  const administrator = fromSameAdministrator(rpc, present(found), token.administratorId);
  if (administrator.tokenVersion !== token.tokenVersion) {
    throw violation(rpc, 'administrator.token_version', "differs from the token's, so the result must be STALE");
  }
  return { stands: true, administrator };
}
