import type { Administrator__Output } from '../../../contract/generated/gatehouse/host/v1/Administrator.js';
import type { AuthenticateTokenResponse__Output } from '../../../contract/generated/gatehouse/host/v1/AuthenticateTokenResponse.js';
import type { Administrator } from '../../../admin/model/administrator.js';
import type { TokenReference, TokenVerdict } from '../../../admin/ports/directory.js';
import { optionalText, requiredMessage, requiredText, violation } from '../checks.js';
import { noOutcome } from './outcomes.js';

const MAX_ID = 255;
const MAX_NAME = 200;

export function fromAdministrator(rpc: string, at: string, administrator: Administrator__Output | null): Administrator {
  const { role, superuser, permissions, locale, tokenVersion, ...names } = requiredMessage(rpc, at, administrator);
  if (permissions.includes('')) throw violation(rpc, `${at}.permissions`, 'has an empty value');
  const login = requiredText(rpc, `${at}.login`, names.login, MAX_ID);
  return {
    id: requiredText(rpc, `${at}.id`, names.id, MAX_ID),
    login,
    email: requiredText(rpc, `${at}.email`, names.email, MAX_ID),
    displayName: optionalText(rpc, `${at}.display_name`, names.displayName, MAX_NAME) || login,
    role,
    superuser,
    permissions,
    locale,
    tokenVersion,
  };
}

/** Of an answer about a certain administrator: somebody else must never be signed in by a host's mistake. */
export function fromSameAdministrator(
  rpc: string,
  administrator: Administrator__Output | null,
  expectedId: string,
): Administrator {
  const found = fromAdministrator(rpc, 'administrator', administrator);
  if (found.id !== expectedId) throw violation(rpc, 'administrator.id', 'is another one than was asked for');
  return found;
}

const REFUSALS = new Map<unknown, 'unknown' | 'stale' | 'blacklisted'>([
  ['TOKEN_REFUSAL_UNKNOWN', 'unknown'],
  ['TOKEN_REFUSAL_STALE', 'stale'],
  ['TOKEN_REFUSAL_BLACKLISTED', 'blacklisted'],
]);

/** Of AuthenticateToken and RotateToken, whose answers are alike. */
export function fromTokenVerdict(
  rpc: string,
  response: AuthenticateTokenResponse__Output,
  token: TokenReference,
): TokenVerdict {
  if (response.outcome === 'refusal') {
    const reason = REFUSALS.get(response.refusal);
    if (reason === undefined) throw violation(rpc, 'refusal', 'is none that this daemon knows');
    return { stands: false, reason };
  }
  if (!response.administrator) throw noOutcome(rpc);
  const administrator = fromSameAdministrator(rpc, response.administrator, token.administratorId);
  if (administrator.tokenVersion !== token.tokenVersion) {
    throw violation(rpc, 'administrator.token_version', 'is another one than the token has, which must be STALE');
  }
  return { stands: true, administrator };
}
