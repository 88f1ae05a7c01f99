import type { Passkey__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Passkey';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminPasskeyService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Passkey, PasskeyNotAdded, Passkeys } from '../../admin/ports/passkeys.js';
import { fromAccountChange } from '../from-proto/account-change.js';
import { fromSameAdministrator } from '../from-proto/administrator.js';
import { present, time } from '../from-proto/checks.js';
import type { AdminCalls } from './calls.js';

const listRpc = rpcOf(adminPasskeyService.ListPasskeys);
const addRpc = rpcOf(adminPasskeyService.AddPasskey);
const useRpc = rpcOf(adminPasskeyService.UsePasskey);
const renameRpc = rpcOf(adminPasskeyService.RenamePasskey);
const removeRpc = rpcOf(adminPasskeyService.RemovePasskey);
const removeAppRpc = rpcOf(adminPasskeyService.RemoveAuthenticatorApp);

/** The passkeys of administrators, kept by the host: one rpc per method. */
export function createPasskeys(calls: AdminCalls): Passkeys {
  return {
    list: (administratorId, call) =>
      calls.read(listRpc, { administratorId }, (_rpc, { passkeys }) => passkeys.map(fromPasskey), call),

    add: ({ administratorId, tokenVersion, passkey, recoveryHashes }, call) =>
      calls.write(
        addRpc,
        { administratorId, tokenVersion, passkey: toPasskey(passkey), recoveryHashes: [...recoveryHashes] },
        (rpc, { administrator, refusal }) => {
          if (refusal !== undefined) return { changed: false, reason: present(REFUSALS.get(refusal)) };
          return { changed: true, administrator: fromSameAdministrator(rpc, present(administrator), administratorId) };
        },
        call,
      ),

    use: ({ usedAt, ...use }, call) =>
      calls.write(useRpc, { ...use, usedAt: toTimestamp(usedAt) }, (_rpc, { accepted }) => accepted, call),

    rename: (administratorId, credentialId, name, call) =>
      calls.write(renameRpc, { administratorId, credentialId, name }, (_rpc, { renamed }) => renamed, call),

    remove: (administratorId, credentialId, call) =>
      calls.write(
        removeRpc,
        { administratorId, credentialId },
        (rpc, response) => fromAccountChange(rpc, response, administratorId),
        call,
      ),

    removeApp: (administratorId, call) =>
      calls.write(
        removeAppRpc,
        { administratorId },
        (rpc, response) => fromAccountChange(rpc, response, administratorId),
        call,
      ),
  };
}

function toPasskey({ credentialId, publicKey, signCount, transports, backedUp, name, createdAt }: Passkey) {
  return {
    credentialId,
    publicKey,
    signCount,
    backedUp,
    name,
    transports: [...transports],
    createdAt: toTimestamp(createdAt),
    usedAt: null,
  };
}

function fromPasskey({ createdAt, usedAt, ...passkey }: Passkey__Output): Passkey {
  const { credentialId, publicKey, signCount, transports, backedUp, name } = passkey;
  return {
    credentialId,
    publicKey,
    signCount,
    transports,
    backedUp,
    name,
    createdAt: time(createdAt),
    ...(usedAt !== null && { usedAt: time(usedAt) }),
  };
}

const REFUSALS = new Map<unknown, PasskeyNotAdded['reason']>([
  ['ADD_PASSKEY_REFUSAL_UNKNOWN', 'unknown'],
  ['ADD_PASSKEY_REFUSAL_STALE', 'stale'],
  ['ADD_PASSKEY_REFUSAL_REGISTERED', 'registered'],
  ['ADD_PASSKEY_REFUSAL_TOO_MANY', 'tooMany'],
]);
