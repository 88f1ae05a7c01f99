import type { CreateAdministratorResponse__Output } from '../../contract/generated/gatehouse/host/v1/CreateAdministratorResponse.js';
import type { FindAdministratorResponse__Output } from '../../contract/generated/gatehouse/host/v1/FindAdministratorResponse.js';
import type { TokenRetirement } from '../../contract/generated/gatehouse/host/v1/TokenRetirement.js';
import { adminDirectoryService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import { toTimestamp } from '../../contract/time.js';
import type { Created, CreationRefused, Credentials, Directory, Retirement } from '../../admin/ports/directory.js';
import { fromAdministrator, fromSameAdministrator, fromTokenVerdict } from '../from-proto/admin/administrator.js';
import { noOutcome } from '../from-proto/admin/outcomes.js';
import { violation } from '../from-proto/checks.js';
import type { AdminCalls } from './calls.js';

const findRpc = rpcOf(adminDirectoryService.FindAdministrator);
const recordSignInRpc = rpcOf(adminDirectoryService.RecordSignIn);
const authenticateRpc = rpcOf(adminDirectoryService.AuthenticateToken);
const rotateRpc = rpcOf(adminDirectoryService.RotateToken);
const blacklistRpc = rpcOf(adminDirectoryService.BlacklistToken);
const createRpc = rpcOf(adminDirectoryService.CreateAdministrator);
const setPasswordRpc = rpcOf(adminDirectoryService.SetPassword);
const migrateRpc = rpcOf(adminDirectoryService.Migrate);

/** The directory of administrators, asked of the host: one rpc a method. */
export function createDirectory(calls: AdminCalls): Directory {
  return {
    findCredentials: (identifier, call) => calls.read(findRpc, { identifier }, fromCredentials, call),

    recordSignIn({ administratorId, at, passwordHash, renewedPasswordHash }, call) {
      const request = {
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
        { token, at: toTimestamp(at) },
        (rpc, response) => fromTokenVerdict(rpc, response, token),
        call,
      ),

    rotate: (token, at, retirement, call) =>
      calls.write(
        rotateRpc,
        { token, at: toTimestamp(at), retirement: toRetirement(retirement) },
        (rpc, response) => fromTokenVerdict(rpc, response, token),
        call,
      ),

    blacklist: (token, retirement, call) =>
      calls.write(blacklistRpc, { token, retirement: toRetirement(retirement) }, () => undefined, call),

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
    throw violation(rpc, 'credentials.password_hash', 'is no bcrypt hash');
  }
  return {
    administrator: fromAdministrator(rpc, 'credentials.administrator', credentials.administrator),
    passwordHash,
  };
}

const REFUSALS = new Map<unknown, CreationRefused['reason']>([
  ['CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN', 'loginTaken'],
  ['CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN', 'emailTaken'],
  ['CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN', 'roleUnknown'],
]);

function fromCreation(rpc: string, response: CreateAdministratorResponse__Output): Created | CreationRefused {
  if (response.created) return { created: true, administrator: fromAdministrator(rpc, 'created', response.created) };
  if (!response.refused) throw noOutcome(rpc);
  const reason = REFUSALS.get(response.refused.reason);
  if (reason === undefined) throw violation(rpc, 'refused.reason', 'is none that this daemon knows');
  return { created: false, reason, roles: response.refused.roles };
}
