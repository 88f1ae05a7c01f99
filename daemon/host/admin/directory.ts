import type { Administrator__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Administrator';
import type { AuthenticateTokenResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { CreateAdministratorResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorResponse';
import type { FindAdministratorResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAdministratorResponse';
import type { RecordSignInRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordSignInRequest';
import type { RotateTokenResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RotateTokenResponse';
import type { TokenReference as ProtoTokenReference } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenReference';
import type { TokenRetirement } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenRetirement';
import { MAX_ADMIN_NAME, MAX_DISPLAY_NAME } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminDirectoryService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Administrator } from '../../admin/model/administrator.js';
import type {
  Created,
  CreationRefused,
  Credentials,
  Directory,
  Retirement,
  TokenReference,
  TokenVerdict,
} from '../../admin/ports/directory.js';
import { optionalText, requiredMessage, requiredText, violation } from '../from-proto/checks.js';
import { noOutcome } from '../from-proto/record.js';
import type { AdminCalls } from './calls.js';

function fromAdministrator(rpc: string, at: string, administrator: Administrator__Output | null): Administrator {
  const { role, superuser, permissions, locale, tokenVersion, ...names } = requiredMessage(rpc, at, administrator);
  if (permissions.includes('')) throw violation(rpc, `${at}.permissions`, 'has an empty value');
  const login = requiredText(rpc, `${at}.login`, names.login, MAX_ADMIN_NAME);
  return {
    id: requiredText(rpc, `${at}.id`, names.id, MAX_ADMIN_NAME),
    login,
    email: requiredText(rpc, `${at}.email`, names.email, MAX_ADMIN_NAME),
    displayName: optionalText(rpc, `${at}.display_name`, names.displayName, MAX_DISPLAY_NAME) || login,
    role,
    superuser,
    permissions,
    locale,
    tokenVersion,
  };
}

/** For an answer about one particular administrator: a host's mistake must never sign in another one. */
function fromSameAdministrator(
  rpc: string,
  administrator: Administrator__Output | null,
  expectedId: string,
): Administrator {
  const found = fromAdministrator(rpc, 'administrator', administrator);
  if (found.id !== expectedId) throw violation(rpc, 'administrator.id', 'is not the one that was requested');
  return found;
}

const TOKEN_REFUSALS = new Map<unknown, 'unknown' | 'stale' | 'blacklisted'>([
  ['TOKEN_REFUSAL_UNKNOWN', 'unknown'],
  ['TOKEN_REFUSAL_STALE', 'stale'],
  ['TOKEN_REFUSAL_BLACKLISTED', 'blacklisted'],
]);

/** For AuthenticateToken and RotateToken, whose answers have the same shape. */
function fromTokenVerdict(
  rpc: string,
  { administrator: found, refusal }: AuthenticateTokenResponse__Output | RotateTokenResponse__Output,
  token: TokenReference,
): TokenVerdict {
  if (refusal !== undefined) {
    const reason = TOKEN_REFUSALS.get(refusal);
    if (reason === undefined) throw violation(rpc, 'refusal', 'is unknown to this daemon');
    return { stands: false, reason };
  }
  if (!found) throw noOutcome(rpc);
  const administrator = fromSameAdministrator(rpc, found, token.administratorId);
  if (administrator.tokenVersion !== token.tokenVersion) {
    throw violation(rpc, 'administrator.token_version', "differs from the token's, so the result must be STALE");
  }
  return { stands: true, administrator };
}

const findRpc = rpcOf(adminDirectoryService.FindAdministrator);
const recordSignInRpc = rpcOf(adminDirectoryService.RecordSignIn);
const authenticateRpc = rpcOf(adminDirectoryService.AuthenticateToken);
const rotateRpc = rpcOf(adminDirectoryService.RotateToken);
const blacklistRpc = rpcOf(adminDirectoryService.BlacklistToken);
const createRpc = rpcOf(adminDirectoryService.CreateAdministrator);
const setPasswordRpc = rpcOf(adminDirectoryService.SetPassword);
const migrateRpc = rpcOf(adminDirectoryService.Migrate);

/** The directory of administrators, read from the host: one rpc per method. */
export function createDirectory(calls: AdminCalls): Directory {
  return {
    findCredentials: (identifier, call) => calls.read(findRpc, { identifier }, fromCredentials, call),

    recordSignIn({ administratorId, at, passwordHash, renewedPasswordHash }, call) {
      const request: RecordSignInRequest = {
        administratorId,
        at: toTimestamp(at),
        passwordHash,
        renewedPasswordHash: renewedPasswordHash ?? '',
      };
      return calls.write(
        recordSignInRpc,
        request,
        (rpc, { administrator }) =>
          administrator === null ? undefined : fromSameAdministrator(rpc, administrator, administratorId),
        call,
      );
    },

    authenticate: (token, at, call) =>
      calls.read(
        authenticateRpc,
        { token: toToken(token), at: toTimestamp(at) },
        (rpc, response) => fromTokenVerdict(rpc, response, token),
        call,
      ),

    rotate: (token, at, retirement, call) =>
      calls.write(
        rotateRpc,
        { token: toToken(token), at: toTimestamp(at), retirement: toRetirement(retirement) },
        (rpc, response) => fromTokenVerdict(rpc, response, token),
        call,
      ),

    blacklist: (token, retirement, call) =>
      calls.write(blacklistRpc, { token: toToken(token), retirement: toRetirement(retirement) }, () => undefined, call),

    create: ({ login, email, passwordHash, role, superuser }, call) =>
      calls.write(createRpc, { login, email, passwordHash, role: role ?? '', superuser }, fromCreation, call),

    setPassword: (identifier, passwordHash, call) =>
      calls.write(
        setPasswordRpc,
        { identifier, passwordHash },
        (rpc, { administrator }) =>
          administrator === null ? undefined : fromAdministrator(rpc, 'administrator', administrator),
        call,
      ),

    migrate: (call) => calls.write(migrateRpc, {}, (_rpc, { applied }) => applied, call),
  };
}

function toToken({ administratorId, tokenVersion, tokenId }: TokenReference): ProtoTokenReference {
  return { administratorId, tokenVersion, tokenId };
}

function toRetirement({ effectiveAt, expiresAt, sweepBefore }: Retirement): TokenRetirement {
  return {
    effectiveAt: toTimestamp(effectiveAt),
    expiresAt: toTimestamp(expiresAt),
    sweepBefore: toTimestamp(sweepBefore),
  };
}

function fromCredentials(rpc: string, { credentials }: FindAdministratorResponse__Output): Credentials | undefined {
  if (credentials === null) return undefined;
  const { passwordHash } = credentials;
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(passwordHash)) {
    throw violation(rpc, 'credentials.password_hash', 'is not a bcrypt hash');
  }
  return {
    administrator: fromAdministrator(rpc, 'credentials.administrator', credentials.administrator),
    passwordHash,
  };
}

const CREATION_REFUSALS = new Map<unknown, CreationRefused['reason']>([
  ['CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN', 'loginTaken'],
  ['CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN', 'emailTaken'],
  ['CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN', 'roleUnknown'],
]);

function fromCreation(rpc: string, response: CreateAdministratorResponse__Output): Created | CreationRefused {
  if (response.created) return { created: true, administrator: fromAdministrator(rpc, 'created', response.created) };
  if (!response.refused) throw noOutcome(rpc);
  const reason = CREATION_REFUSALS.get(response.refused.reason);
  if (reason === undefined) throw violation(rpc, 'refused.reason', 'is unknown to this daemon');
  return { created: false, reason, roles: response.refused.roles };
}
