import type { AddPasskeyRefusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AddPasskeyRefusal';
import type { AdminPasskeyServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPasskeyService';
import type { Passkey__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Passkey';
import { adminPasskeyService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import { moment, present } from '../../wire/fields.js';
import type { AddPasskeyRefusal, Passkey, Passkeys } from '../passkeys/passkeys.js';
import { toAccountChange } from './account-change.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';
import { toAdministrator } from './serve-directory.js';

const service = adminPasskeyService;

/** AdminPasskeyService over Passkeys. */
export function servePasskeys(passkeys: Passkeys, logger: AdminLogger): AdminRpcs<AdminPasskeyServiceDefinition> {
  return {
    ListPasskeys: adminRpc(service.ListPasskeys, logger, async ({ administratorId }, limits) => {
      const found = await passkeys.list(administratorId, limits);
      return {
        passkeys: found.map(({ createdAt, usedAt, transports, ...passkey }) => ({
          ...passkey,
          transports: [...transports],
          createdAt: toTimestamp(createdAt.getTime()),
          usedAt: usedAt === undefined ? null : toTimestamp(usedAt.getTime()),
        })),
      };
    }),

    AddPasskey: adminRpc(service.AddPasskey, logger, async (request, limits) => {
      const { administratorId, tokenVersion, recoveryHashes } = request;
      const passkey = passkeyFrom(present(request.passkey));
      const outcome = await passkeys.add({ administratorId, tokenVersion, passkey, recoveryHashes }, limits);
      return typeof outcome === 'string' ? { refusal: REFUSALS[outcome] } : { administrator: toAdministrator(outcome) };
    }),

    UsePasskey: adminRpc(service.UsePasskey, logger, async (request, limits) => {
      const { administratorId, credentialId, signCount, backedUp } = request;
      const use = { administratorId, credentialId, signCount, backedUp, usedAt: moment(request.usedAt) };
      return { accepted: await passkeys.use(use, limits) };
    }),

    RenamePasskey: adminRpc(service.RenamePasskey, logger, async ({ administratorId, credentialId, name }, limits) => ({
      renamed: await passkeys.rename(administratorId, credentialId, name, limits),
    })),

    RemovePasskey: adminRpc(service.RemovePasskey, logger, async ({ administratorId, credentialId }, limits) =>
      toAccountChange(await passkeys.remove(administratorId, credentialId, limits)),
    ),

    RemoveAuthenticatorApp: adminRpc(service.RemoveAuthenticatorApp, logger, async ({ administratorId }, limits) =>
      toAccountChange(await passkeys.removeApp(administratorId, limits)),
    ),
  };
}

function passkeyFrom(passkey: Passkey__Output): Passkey {
  const { credentialId, publicKey, signCount, transports, backedUp, name, createdAt } = passkey;
  return { credentialId, publicKey, signCount, transports, backedUp, name, createdAt: moment(createdAt) };
}

const REFUSALS: Readonly<Record<AddPasskeyRefusal, AddPasskeyRefusal__Output>> = {
  unknown: 'ADD_PASSKEY_REFUSAL_UNKNOWN',
  stale: 'ADD_PASSKEY_REFUSAL_STALE',
  registered: 'ADD_PASSKEY_REFUSAL_REGISTERED',
  tooMany: 'ADD_PASSKEY_REFUSAL_TOO_MANY',
};
