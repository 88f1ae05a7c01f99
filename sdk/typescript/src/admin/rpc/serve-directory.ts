import type { AdminDirectoryServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminDirectoryService';
import type { Administrator as ProtoAdministrator } from '@gatehouse/proto/generated/gatehouse/host/v1/Administrator';
import type { AdministratorCredentials } from '@gatehouse/proto/generated/gatehouse/host/v1/AdministratorCredentials';
import type { AuthenticateTokenRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenRequest';
import type { AuthenticateTokenResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { CreateAdministratorRefusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorRefusal';
import type { CreateAdministratorRefused } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorRefused';
import type { CreateAdministratorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorResponse';
import type { RotateTokenResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RotateTokenResponse';
import type { TokenReference__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenReference';
import type { TokenRefusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenRefusal';
import type { TokenRetirement__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenRetirement';
import { listOf } from '@gatehouse/proto/message';
import { adminDirectoryService } from '@gatehouse/proto/services';
import type { CallLimits } from '../../wire/call.js';
import { moment, present } from '../../wire/fields.js';
import type {
  Administrator,
  CreationRefused,
  Credentials,
  Directory,
  Retirement,
  TokenReference,
  TokenRefusal,
} from '../directory/directory.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';

/** AdminDirectoryService over a Directory. */
export function serveDirectory(directory: Directory, logger: AdminLogger): AdminRpcs<AdminDirectoryServiceDefinition> {
  return {
    FindAdministrator: adminRpc(adminDirectoryService.FindAdministrator, logger, async (request, limits) => {
      const found = await directory.findCredentials(request.identifier, limits);
      return found === undefined ? {} : { credentials: toCredentials(found) };
    }),

    RecordSignIn: adminRpc(adminDirectoryService.RecordSignIn, logger, async (request, limits) => {
      const { renewedPasswordHash } = request;
      const administrator = await directory.recordSignIn(
        {
          administratorId: request.administratorId,
          at: moment(request.at),
          passwordHash: request.passwordHash,
          ...(renewedPasswordHash !== '' && { renewedPasswordHash }),
        },
        limits,
      );
      return administrator === undefined ? {} : { administrator: toAdministrator(administrator) };
    }),

    AuthenticateToken: adminRpc(adminDirectoryService.AuthenticateToken, logger, (request, limits) =>
      authenticateToken(directory, request, limits),
    ),

    RotateToken: adminRpc(adminDirectoryService.RotateToken, logger, async (request, limits) => {
      const { token, at, retirement } = request;
      const verdict = await directory.rotate(tokenFrom(token), moment(at), retirementFrom(retirement), limits);
      return toRotation(verdict);
    }),

    BlacklistToken: adminRpc(adminDirectoryService.BlacklistToken, logger, async (request, limits) => {
      await directory.blacklist(tokenFrom(request.token), retirementFrom(request.retirement), limits);
      return {};
    }),

    CreateAdministrator: adminRpc(
      adminDirectoryService.CreateAdministrator,
      logger,
      async (request, limits): Promise<CreateAdministratorResponse> => {
        const outcome = await directory.create(
          {
            login: request.login,
            email: request.email,
            passwordHash: request.passwordHash,
            ...(request.role !== '' && { role: request.role }),
            superuser: request.superuser,
          },
          limits,
        );
        return 'refused' in outcome ? { refused: toProtoRefusal(outcome) } : { created: toAdministrator(outcome) };
      },
    ),

    SetPassword: adminRpc(adminDirectoryService.SetPassword, logger, async (request, limits) => {
      const administrator = await directory.setPassword(request.identifier, request.passwordHash, limits);
      return administrator === undefined ? {} : { administrator: toAdministrator(administrator) };
    }),

    Migrate: adminRpc(adminDirectoryService.Migrate, logger, async (_request, limits) => ({
      applied: listOf(await directory.migrate(limits)),
    })),
  };
}

/** AuthenticateToken, which a read can carry as well. */
export async function authenticateToken(
  directory: Pick<Directory, 'authenticate'>,
  { token, at }: AuthenticateTokenRequest__Output,
  limits: CallLimits,
): Promise<AuthenticateTokenResponse> {
  return toProtoVerdict(await directory.authenticate(tokenFrom(token), moment(at), limits));
}

function tokenFrom(token: TokenReference__Output | null): TokenReference {
  const { administratorId, tokenVersion, tokenId, sessionId } = present(token);
  return { administratorId, tokenVersion, tokenId, ...(sessionId !== '' && { sessionId }) };
}

function retirementFrom(retirement: TokenRetirement__Output | null): Retirement {
  const { effectiveAt, expiresAt, sweepBefore } = present(retirement);
  return { effectiveAt: moment(effectiveAt), expiresAt: moment(expiresAt), sweepBefore: moment(sweepBefore) };
}

const REFUSALS: Readonly<Record<TokenRefusal, TokenRefusal__Output>> = {
  unknown: 'TOKEN_REFUSAL_UNKNOWN',
  stale: 'TOKEN_REFUSAL_STALE',
  blacklisted: 'TOKEN_REFUSAL_BLACKLISTED',
};

function toRotation(verdict: Administrator | TokenRefusal): RotateTokenResponse {
  return typeof verdict === 'string' ? { refusal: REFUSALS[verdict] } : { administrator: toAdministrator(verdict) };
}

function toProtoVerdict(verdict: Administrator | TokenRefusal): AuthenticateTokenResponse {
  return typeof verdict === 'string' ? { refusal: REFUSALS[verdict] } : { administrator: toAdministrator(verdict) };
}

const CREATION_REFUSALS: Readonly<Record<CreationRefused['refused'], CreateAdministratorRefusal__Output>> = {
  loginTaken: 'CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN',
  emailTaken: 'CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN',
  roleUnknown: 'CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN',
};

function toProtoRefusal({ refused, roles }: CreationRefused): CreateAdministratorRefused {
  return { reason: CREATION_REFUSALS[refused], roles: listOf(roles) };
}

function toCredentials({ administrator, passwordHash }: Credentials): AdministratorCredentials {
  return { administrator: toAdministrator(administrator), passwordHash };
}

export function toAdministrator(administrator: Administrator): ProtoAdministrator {
  return {
    id: administrator.id,
    login: administrator.login,
    email: administrator.email,
    displayName: administrator.displayName,
    role: administrator.role,
    superuser: administrator.superuser,
    permissions: listOf(administrator.permissions),
    locale: administrator.locale,
    tokenVersion: administrator.tokenVersion,
    mustChangePassword: administrator.mustChangePassword ?? false,
    hasSecondFactor: administrator.hasSecondFactor ?? false,
    mustHaveSecondFactor: administrator.mustHaveSecondFactor ?? false,
  };
}
