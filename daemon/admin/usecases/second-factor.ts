import typia from 'typia';
import type { CallContext } from '../../core/runtime.js';
import type { SecondFactorBody, SecondFactorSetupBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import type { OneTimeCodes } from '../auth/one-time-codes.js';
import { newRecoveryCodes, recoveryHash } from '../auth/one-time-codes.js';
import type { Tickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import type { SecondFactors } from '../ports/second-factors.js';
import type { ProvePassword } from './choose-password.js';
import type { PasswordFingerprint, ProveCode } from './prove-code.js';

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
  readonly codes: OneTimeCodes;
  readonly tickets: Tickets<SetupTicket>;
  readonly provePassword: ProvePassword;
  readonly proveCode: ProveCode;
  readonly fingerprintOf: PasswordFingerprint;
}

/** A request about one's own second factor. */
export interface OwnRequest {
  readonly administrator: Administrator;
  readonly clientAddress: string;
  readonly call: CallContext;
}

export interface Confirmed {
  readonly administrator: Administrator;
  readonly recoveryCodes: readonly string[];
}

/** The second factor of one's own account. */
export function createSecondFactor(dependencies: SecondFactorDependencies) {
  const { factors, codes, tickets, provePassword, proveCode, fingerprintOf } = dependencies;
  return {
    async show({ administrator, call }: OwnRequest): Promise<SecondFactorBody> {
      const factor = await factors.find(administrator.id, call);
      return {
        is_on: factor !== undefined,
        is_required: administrator.mustHaveSecondFactor === true,
        recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
      };
    },

    /** Makes a secret for an app. It asks for the password: with a stolen session, a thief would lock the owner out. */
    async setUp(password: string, request: OwnRequest): Promise<SecondFactorSetupBody | AdminError> {
      const { administrator } = request;
      if (administrator.hasSecondFactor === true) return new AdminError('second_factor_exists');
      const refused = await isOwner(password, request);
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

    /** Turns the second factor on, with a code that shows that the app has the secret. */
    async confirm(ticket: string, code: string, { administrator, call }: OwnRequest): Promise<Confirmed | AdminError> {
      const { id: administratorId, tokenVersion } = administrator;
      const setup = tickets.open(ticket);
      if (setup?.administratorId !== administratorId || setup.tokenVersion !== tokenVersion) {
        return new AdminError('second_factor_expired');
      }
      const step = codes.stepOf(setup.secret, code.replace(/\s/g, ''));
      if (step === undefined) return invalid('code', { rule: 'code_wrong' });
      const recoveryCodes = newRecoveryCodes();
      const outcome = await factors.set(
        {
          ...{ administratorId, tokenVersion, step },
          sealedSecret: codes.seal(setup.secret, administratorId),
          recoveryHashes: recoveryCodes.map(recoveryHash),
        },
        call,
      );
      if (outcome.changed) return { administrator: outcome.administrator, recoveryCodes };
      return new AdminError(outcome.reason === 'forbidden' ? 'second_factor_exists' : 'unauthenticated');
    },

    /** Replaces all recovery codes. */
    async renewCodes(password: string, code: string, request: OwnRequest): Promise<readonly string[] | AdminError> {
      const refused = await isOwnerWithCode(password, code, request);
      if (refused !== undefined) return refused;
      const { administrator, call } = request;
      const factor = await factors.find(administrator.id, call);
      const recoveryCodes = newRecoveryCodes();
      const isReplaced =
        factor !== undefined &&
        (await factors.setRecoveryCodes(administrator.id, factor.sealedSecret, recoveryCodes.map(recoveryHash), call));
      return isReplaced ? recoveryCodes : new AdminError('conflict');
    },

    /** Turns the second factor off. */
    async remove(password: string, code: string, request: OwnRequest): Promise<Administrator | AdminError> {
      const refused = await isOwnerWithCode(password, code, request);
      if (refused !== undefined) return refused;
      const { administrator, call } = request;
      const outcome = await factors.remove(administrator.id, administrator.id, call);
      return outcome.changed ? outcome.administrator : new AdminError('conflict');
    },
  };

  function isOwner(
    password: string,
    { administrator, clientAddress, call }: OwnRequest,
  ): Promise<undefined | AdminError> {
    return provePassword({ current: password, clientAddress }, administrator, call, 'password');
  }

  async function isOwnerWithCode(password: string, code: string, request: OwnRequest): Promise<undefined | AdminError> {
    const refused = await isOwner(password, request);
    if (refused !== undefined) return refused;
    const { administrator, clientAddress, call } = request;
    const typed = { administratorId: administrator.id, password: fingerprintOf(administrator.id, password), code };
    const proven = await proveCode({ ...typed, clientAddress }, call);
    if (proven.kind === 'throttled') {
      return new AdminError('too_many_attempts', { retryAfterSeconds: proven.retryAfterSeconds });
    }
    return (await proven.spend(true)) ? undefined : invalid('code', { rule: 'code_wrong' });
  }
}
