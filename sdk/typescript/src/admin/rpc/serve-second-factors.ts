import type { AccountRefusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AccountRefusal';
import type { AdminSecondFactorServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSecondFactorService';
import type { SetSecondFactorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorResponse';
import { adminSecondFactorService } from '@gatehouse/proto/services';
import type { Logger } from '../../shared/logger.js';
import type { AccountRefusal } from '../accounts/accounts.js';
import type { Administrator } from '../directory/directory.js';
import type { SecondFactors } from '../second-factors/second-factors.js';
import type { AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';
import { toAdministrator } from './serve-directory.js';

const service = adminSecondFactorService;

/** AdminSecondFactorService over SecondFactors. */
export function serveSecondFactors(
  factors: SecondFactors,
  logger: Logger,
): AdminRpcs<AdminSecondFactorServiceDefinition> {
  return {
    GetSecondFactor: adminRpc(service.GetSecondFactor, logger, async ({ administratorId }, limits) => {
      const found = await factors.find(administratorId, limits);
      return found === undefined ? {} : { secondFactor: { ...found } };
    }),

    SetSecondFactor: adminRpc(service.SetSecondFactor, logger, async (request, limits) => {
      const { administratorId, tokenVersion, sealedSecret, step, recoveryHashes } = request;
      const factor = { administratorId, tokenVersion, sealedSecret, step, recoveryHashes };
      return toOutcome(await factors.set(factor, limits));
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
      return toOutcome(await factors.remove(administratorId, removedBy === '' ? undefined : removedBy, limits));
    }),
  };
}

const REFUSALS: Readonly<Record<AccountRefusal, AccountRefusal__Output>> = {
  unknown: 'ACCOUNT_REFUSAL_UNKNOWN',
  stale: 'ACCOUNT_REFUSAL_STALE',
  forbidden: 'ACCOUNT_REFUSAL_FORBIDDEN',
};

/** SetSecondFactor and RemoveSecondFactor have the same outcomes. */
function toOutcome(outcome: Administrator | AccountRefusal): SetSecondFactorResponse {
  return typeof outcome === 'string' ? { refusal: REFUSALS[outcome] } : { administrator: toAdministrator(outcome) };
}
