import type { RemoveSecondFactorResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemoveSecondFactorResponse';
import type { SetSecondFactorResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorResponse';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminSecondFactorService } from '@gatehouse/proto/services';
import type { Changed, NotChanged } from '../../admin/ports/accounts.js';
import type { SecondFactors } from '../../admin/ports/second-factors.js';
import { fromSameAdministrator } from '../from-proto/administrator.js';
import { present } from '../from-proto/checks.js';
import type { AdminCalls } from './calls.js';

const getRpc = rpcOf(adminSecondFactorService.GetSecondFactor);
const setRpc = rpcOf(adminSecondFactorService.SetSecondFactor);
const useRpc = rpcOf(adminSecondFactorService.UseSecondFactor);
const setCodesRpc = rpcOf(adminSecondFactorService.SetRecoveryCodes);
const removeRpc = rpcOf(adminSecondFactorService.RemoveSecondFactor);

/** The second factors of administrators, kept by the host: one rpc per method. */
export function createSecondFactors(calls: AdminCalls): SecondFactors {
  return {
    find: (administratorId, call) =>
      calls.read(
        getRpc,
        { administratorId },
        (_rpc, { secondFactor }) => {
          if (secondFactor === null) return undefined;
          const { sealedSecret, recoveryCodesLeft } = secondFactor;
          return { sealedSecret, recoveryCodesLeft };
        },
        call,
      ),

    set: ({ recoveryHashes, ...factor }, call) =>
      calls.write(
        setRpc,
        { ...factor, recoveryHashes: [...recoveryHashes] },
        (rpc, response) => fromChange(rpc, response, factor.administratorId),
        call,
      ),

    use: ({ administratorId, sealedSecret, code, resealedSecret }, call) =>
      calls.write(
        useRpc,
        { administratorId, sealedSecret, ...code, resealedSecret: resealedSecret ?? '' },
        (_rpc, { accepted }) => accepted,
        call,
      ),

    setRecoveryCodes: (administratorId, sealedSecret, recoveryHashes, call) =>
      calls.write(
        setCodesRpc,
        { administratorId, sealedSecret, recoveryHashes: [...recoveryHashes] },
        (_rpc, { replaced }) => replaced,
        call,
      ),

    remove: (administratorId, removedBy, call) =>
      calls.write(
        removeRpc,
        { administratorId, removedBy: removedBy ?? '' },
        (rpc, response) => fromChange(rpc, response, administratorId),
        call,
      ),
  };
}

const REFUSALS = new Map<unknown, NotChanged['reason']>([
  ['ACCOUNT_REFUSAL_UNKNOWN', 'unknown'],
  ['ACCOUNT_REFUSAL_STALE', 'stale'],
  ['ACCOUNT_REFUSAL_FORBIDDEN', 'forbidden'],
]);

/** SetSecondFactor and RemoveSecondFactor have the same outcomes. */
function fromChange(
  rpc: string,
  { administrator, refusal }: SetSecondFactorResponse__Output | RemoveSecondFactorResponse__Output,
  administratorId: string,
): Changed | NotChanged {
  if (refusal !== undefined) return { changed: false, reason: present(REFUSALS.get(refusal)) };
  return { changed: true, administrator: fromSameAdministrator(rpc, present(administrator), administratorId) };
}
