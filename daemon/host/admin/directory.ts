import type { CreateAdministratorResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorResponse';
import type { FindAdministratorResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAdministratorResponse';
import type { RecordSignInRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordSignInRequest';
import type { TokenRetirement } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenRetirement';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminDirectoryService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Created, CreationRefused, Credentials, Directory, Retirement } from '../../admin/ports/directory.js';
import { fromAdministrator, fromSameAdministrator, fromTokenVerdict } from '../from-proto/administrator.js';
import { present } from '../from-proto/checks.js';
import { toToken } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';

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
        (_rpc, { administrator }) => (administrator === null ? undefined : fromAdministrator(administrator)),
        call,
      ),

    migrate: (call) => calls.write(migrateRpc, {}, (_rpc, { applied }) => applied, call),
  };
}

function toRetirement({ effectiveAt, expiresAt, sweepBefore }: Retirement): TokenRetirement {
  return {
    effectiveAt: toTimestamp(effectiveAt),
    expiresAt: toTimestamp(expiresAt),
    sweepBefore: toTimestamp(sweepBefore),
  };
}

function fromCredentials(_rpc: string, { credentials }: FindAdministratorResponse__Output): Credentials | undefined {
  if (credentials === null) return undefined;
  const { administrator, passwordHash } = credentials;
  return { administrator: fromAdministrator(present(administrator)), passwordHash };
}

const CREATION_REFUSALS = new Map<unknown, CreationRefused['reason']>([
  ['CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN', 'loginTaken'],
  ['CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN', 'emailTaken'],
  ['CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN', 'roleUnknown'],
]);

function fromCreation(
  _rpc: string,
  { created, refused }: CreateAdministratorResponse__Output,
): Created | CreationRefused {
  if (created) return { created: true, administrator: fromAdministrator(created) };
  const { reason, roles } = present(refused);
  return { created: false, reason: present(CREATION_REFUSALS.get(reason)), roles };
}
