import { rpcOf } from '@gatehouse/proto/rpc';
import { adminSecondFactorService } from '@gatehouse/proto/services';
import type { SecondFactors } from '../../admin/ports/second-factors.js';
import { fromAccountChange } from '../from-proto/account-change.js';
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
        (rpc, response) => fromAccountChange(rpc, response, factor.administratorId),
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
        (rpc, response) => fromAccountChange(rpc, response, administratorId),
        call,
      ),
  };
}
