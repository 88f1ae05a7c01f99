import typia from 'typia';
import type { SecondFactorBody, SecondFactorSetupBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import type { OneTimeCodes } from '../auth/one-time-codes.js';
import { newRecoveryCodes, recoveryHash } from '../auth/one-time-codes.js';
import type { Tickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import type { Passkeys } from '../ports/passkeys.js';
import type { SecondFactors } from '../ports/second-factors.js';
import { passkeyBody } from './passkeys.js';
import type { Confirmed, OwnRequest, Proof, ProveOwner } from './prove-owner.js';

/** A secret that its administrator has not confirmed yet. Nothing is stored before that. */
export interface SetupTicket {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly secret: string;
}

export const isSetupTicket = typia.createIs<SetupTicket>();

/** Time to install an app. */
export const SETUP_TICKET_SECONDS = 1800;

export interface SecondFactorDependencies {
  readonly factors: SecondFactors;
  /** Only for hosts with CAPABILITY_ADMIN_PASSKEYS. */
  readonly passkeys?: Passkeys;
  readonly codes: OneTimeCodes;
  readonly tickets: Tickets<SetupTicket>;
  readonly proveOwner: ProveOwner;
}

/** The second factor of one's own account. */
export function createSecondFactor({ factors, passkeys, codes, tickets, proveOwner }: SecondFactorDependencies) {
  return {
    async show({ administrator, call }: OwnRequest): Promise<SecondFactorBody> {
      const factor = await factors.find(administrator.id, call);
      const kept = await passkeys?.list(administrator.id, call);
      return {
        is_on: factor !== undefined,
        is_required: administrator.mustHaveSecondFactor === true,
        has_app: factor !== undefined && factor.sealedSecret !== '',
        recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
        ...(kept && { passkeys: kept.map(passkeyBody) }),
      };
    },

    /**
     * Makes a secret for an app. It asks for the password: with a stolen session, a thief would lock the owner out. An
     * administrator with passkeys has to use one, or a recovery code, as well.
     */
    async setUp(
      password: string,
      proof: Proof | undefined,
      request: OwnRequest,
    ): Promise<SecondFactorSetupBody | AdminError> {
      const { administrator, call } = request;
      if (administrator.hasSecondFactor === true) {
        const factor = await factors.find(administrator.id, call);
        if (factor?.sealedSecret !== '') return new AdminError('second_factor_exists');
      }
      const refused = await proveOwner.byAll(password, proof, request);
      if (refused !== undefined) return refused;
      const secret = codes.newSecret();
      const { id: administratorId, tokenVersion, login } = administrator;
      return {
        secret,
        uri: codes.uriOf(secret, login),
        ticket: tickets.issue({ administratorId, tokenVersion, secret }),
        expires_in: SETUP_TICKET_SECONDS,
      };
    },

    /** Turns the app on, with a code that shows that it has the secret. */
    async confirm(ticket: string, code: string, { administrator, call }: OwnRequest): Promise<Confirmed | AdminError> {
      const { id: administratorId, tokenVersion } = administrator;
      const setup = tickets.open(ticket);
      if (setup?.administratorId !== administratorId || setup.tokenVersion !== tokenVersion) {
        return new AdminError('second_factor_expired');
      }
      const step = codes.stepOf(setup.secret, code.replace(/\s/g, ''));
      if (step === undefined) return invalid('code', { rule: 'code_wrong' });
      const recoveryCodes = administrator.hasSecondFactor === true ? [] : newRecoveryCodes();
      const outcome = await factors.set(
        {
          administratorId,
          tokenVersion,
          step,
          sealedSecret: codes.seal(setup.secret, administratorId),
          recoveryHashes: recoveryCodes.map(recoveryHash),
        },
        call,
      );
      if (outcome.changed) {
        return { administrator: outcome.administrator, ...(recoveryCodes.length > 0 && { recoveryCodes }) };
      }
      return new AdminError(outcome.reason === 'forbidden' ? 'second_factor_exists' : 'unauthenticated');
    },

    /** Replaces all recovery codes. */
    async renewCodes(password: string, proof: Proof, request: OwnRequest): Promise<readonly string[] | AdminError> {
      const refused = await proveOwner.byBoth(password, proof, request);
      if (refused !== undefined) return refused;
      const { administrator, call } = request;
      const factor = await factors.find(administrator.id, call);
      const recoveryCodes = newRecoveryCodes();
      const isReplaced =
        factor !== undefined &&
        (await factors.setRecoveryCodes(administrator.id, factor.sealedSecret, recoveryCodes.map(recoveryHash), call));
      return isReplaced ? recoveryCodes : new AdminError('conflict');
    },

    /** Turns the second factor off: the app and all passkeys. */
    async remove(password: string, proof: Proof, request: OwnRequest): Promise<Administrator | AdminError> {
      const refused = await proveOwner.byBoth(password, proof, request);
      if (refused !== undefined) return refused;
      const { administrator, call } = request;
      const outcome = await factors.remove(administrator.id, administrator.id, call);
      return outcome.changed ? outcome.administrator : new AdminError('conflict');
    },
  };
}
