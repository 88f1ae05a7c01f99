import type { AdminSecondFactorServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSecondFactorService';
import { adminSecondFactorService } from '@gatehouse/proto/services';
import type { SecondFactors } from '../second-factors/second-factors.js';
import { toAccountChange } from './account-change.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';

const service = adminSecondFactorService;

/** AdminSecondFactorService over SecondFactors. */
export function serveSecondFactors(
  factors: SecondFactors,
  logger: AdminLogger,
): AdminRpcs<AdminSecondFactorServiceDefinition> {
  return {
    GetSecondFactor: adminRpc(service.GetSecondFactor, logger, async ({ administratorId }, limits) => {
      const found = await factors.find(administratorId, limits);
      return found === undefined ? {} : { secondFactor: { ...found } };
    }),

    SetSecondFactor: adminRpc(service.SetSecondFactor, logger, async (request, limits) => {
      const { administratorId, tokenVersion, sealedSecret, step, recoveryHashes } = request;
      const factor = { administratorId, tokenVersion, sealedSecret, step, recoveryHashes };
      return toAccountChange(await factors.set(factor, limits));
    }),

    UseSecondFactor: adminRpc(service.UseSecondFactor, logger, async (request, limits) => {
      const { administratorId, sealedSecret, step, recoveryHash = '', resealedSecret } = request;
      const code = step === undefined ? { recoveryHash } : { step };
      const use = { administratorId, sealedSecret, code, ...(resealedSecret !== '' && { resealedSecret }) };
      return { accepted: await factors.use(use, limits) };
    }),

    SetRecoveryCodes: adminRpc(service.SetRecoveryCodes, logger, async (request, limits) => {
      const { administratorId, sealedSecret, recoveryHashes } = request;
      return { replaced: await factors.setRecoveryCodes(administratorId, sealedSecret, recoveryHashes, limits) };
    }),

    RemoveSecondFactor: adminRpc(service.RemoveSecondFactor, logger, async (request, limits) => {
      const { administratorId, removedBy } = request;
      return toAccountChange(await factors.remove(administratorId, removedBy === '' ? undefined : removedBy, limits));
    }),
  };
}
