import type { Logger } from '../../ports/logger.js';
import { identifier } from '../../wire/fields.js';
import type { WireMoment } from '../wire/moment.js';
import { momentFrom } from '../wire/moment.js';
import { adminRpc, type AdminRpcs } from '../wire/admin-rpc.js';
import type {
  Administrator,
  CreationRefused,
  Directory,
  Retirement,
  TokenReference,
  TokenRefusal,
} from './directory.js';

interface WireToken {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly tokenId: string;
}

interface WireRetirement {
  readonly effectiveAt: WireMoment | null;
  readonly expiresAt: WireMoment | null;
  readonly sweepBefore: WireMoment | null;
}

const MAX_NAME = 255;
const MAX_HASH = 255;

/** AdminDirectoryService over a Directory. */
export function serveDirectory(directory: Directory, logger: Logger): AdminRpcs {
  return {
    findAdministrator: adminRpc(
      'FindAdministrator',
      logger,
      async (request: { readonly identifier: string }, limits) => {
        const found = await directory.findCredentials(identifier(request.identifier, 'identifier', MAX_NAME), limits);
        return found === undefined ? {} : { credentials: found };
      },
    ),

    recordSignIn: adminRpc(
      'RecordSignIn',
      logger,
      async (
        request: {
          readonly administratorId: string;
          readonly at: WireMoment | null;
          readonly passwordHash: string;
          readonly renewedPasswordHash: string;
        },
        limits,
      ) => {
        const { renewedPasswordHash } = request;
        const administrator = await directory.recordSignIn(
          {
            administratorId: identifier(request.administratorId, 'administrator_id', MAX_NAME),
            at: momentFrom(request.at, 'at'),
            passwordHash: identifier(request.passwordHash, 'password_hash', MAX_HASH),
            ...(renewedPasswordHash !== '' && { renewedPasswordHash }),
          },
          limits,
        );
        return administrator === undefined ? {} : { administrator };
      },
    ),

    authenticateToken: adminRpc(
      'AuthenticateToken',
      logger,
      async (request: { readonly token: WireToken | null; readonly at: WireMoment | null }, limits) =>
        toWireVerdict(await directory.authenticate(tokenFrom(request.token), momentFrom(request.at, 'at'), limits)),
    ),

    rotateToken: adminRpc(
      'RotateToken',
      logger,
      async (
        request: {
          readonly token: WireToken | null;
          readonly at: WireMoment | null;
          readonly retirement: WireRetirement | null;
        },
        limits,
      ) => {
        const { token, at, retirement } = request;
        return toWireVerdict(
          await directory.rotate(tokenFrom(token), momentFrom(at, 'at'), retirementFrom(retirement), limits),
        );
      },
    ),

    blacklistToken: adminRpc(
      'BlacklistToken',
      logger,
      async (request: { readonly token: WireToken | null; readonly retirement: WireRetirement | null }, limits) => {
        await directory.blacklist(tokenFrom(request.token), retirementFrom(request.retirement), limits);
        return {};
      },
    ),

    createAdministrator: adminRpc(
      'CreateAdministrator',
      logger,
      async (
        request: {
          readonly login: string;
          readonly email: string;
          readonly passwordHash: string;
          readonly role: string;
          readonly superuser: boolean;
        },
        limits,
      ) => {
        const outcome = await directory.create(
          {
            login: identifier(request.login, 'login', MAX_NAME),
            email: identifier(request.email, 'email', MAX_NAME),
            passwordHash: identifier(request.passwordHash, 'password_hash', MAX_HASH),
            ...(request.role !== '' && { role: request.role }),
            superuser: request.superuser,
          },
          limits,
        );
        return 'refused' in outcome ? { refused: toWireRefusal(outcome) } : { created: outcome };
      },
    ),

    setPassword: adminRpc(
      'SetPassword',
      logger,
      async (request: { readonly identifier: string; readonly passwordHash: string }, limits) => {
        const administrator = await directory.setPassword(
          identifier(request.identifier, 'identifier', MAX_NAME),
          identifier(request.passwordHash, 'password_hash', MAX_HASH),
          limits,
        );
        return administrator === undefined ? {} : { administrator };
      },
    ),

    migrate: adminRpc('Migrate', logger, async (_request: object, limits) => ({
      applied: await directory.migrate(limits),
    })),
  };
}

function tokenFrom(token: WireToken | null): TokenReference {
  return {
    administratorId: identifier(token?.administratorId ?? '', 'token.administrator_id', MAX_NAME),
    tokenVersion: token?.tokenVersion ?? 0,
    tokenId: identifier(token?.tokenId ?? '', 'token.token_id', 64),
  };
}

function retirementFrom(retirement: WireRetirement | null): Retirement {
  return {
    effectiveAt: momentFrom(retirement?.effectiveAt, 'retirement.effective_at'),
    expiresAt: momentFrom(retirement?.expiresAt, 'retirement.expires_at'),
    sweepBefore: momentFrom(retirement?.sweepBefore, 'retirement.sweep_before'),
  };
}

const REFUSALS: Readonly<Record<TokenRefusal, string>> = {
  unknown: 'TOKEN_REFUSAL_UNKNOWN',
  stale: 'TOKEN_REFUSAL_STALE',
  blacklisted: 'TOKEN_REFUSAL_BLACKLISTED',
};

function toWireVerdict(verdict: Administrator | TokenRefusal): object {
  return typeof verdict === 'string' ? { refusal: REFUSALS[verdict] } : { administrator: verdict };
}

const CREATION_REFUSALS: Readonly<Record<CreationRefused['refused'], string>> = {
  loginTaken: 'CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN',
  emailTaken: 'CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN',
  roleUnknown: 'CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN',
};

function toWireRefusal({ refused, roles }: CreationRefused): object {
  return { reason: CREATION_REFUSALS[refused], roles };
}
