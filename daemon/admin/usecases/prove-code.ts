import { randomBytes } from 'node:crypto';
import { fingerprint } from '../../core/crypto.js';
import type { CallContext, Logger } from '../../core/runtime.js';
import type { OneTimeCodes } from '../auth/one-time-codes.js';
import { recoveryHash, typedCode } from '../auth/one-time-codes.js';
import { composed } from '../api/spelling.js';
import { codeAttempt, type SignInLimits } from '../model/sign-in-attempt.js';
import type { SecondFactor, SecondFactors, SecondFactorUse } from '../ports/second-factors.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';

export interface CodeDependencies {
  readonly factors: SecondFactors;
  readonly codes: OneTimeCodes;
  readonly throttle: SignInThrottle;
  readonly limits: SignInLimits;
  readonly logger: Logger;
}

export interface TypedCode {
  readonly administratorId: string;
  /** Of the account and of the password that came before the code, as createPasswordFingerprint makes it. */
  readonly password: string;
  /** As typed: of the app, or a recovery code. */
  readonly code: string;
  readonly clientAddress: string;
}

/** The fingerprint of an account with a typed password, right or wrong. */
export type PasswordFingerprint = (administratorId: string, password: string) => string;

/** @param secret that no one else has: otherwise the store of the throttle could test guesses of passwords */
export function createPasswordFingerprint({ secret }: { readonly secret: string }): PasswordFingerprint {
  return (administratorId, password) =>
    fingerprint(JSON.stringify([administratorId, composed(password)]), secret, 'password before a code');
}

export type ProvenCode =
  | {
      readonly kind: 'checked';
      /**
       * Spends the code, and says whether it was accepted: each is accepted once.
       *
       * @param isWanted false: accepts nothing and spends nothing, with the same work
       */
      readonly spend: (isWanted: boolean) => Promise<boolean>;
    }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

export type ProveCode = (typed: TypedCode, call: CallContext) => Promise<ProvenCode>;

/**
 * Checks a code of the second factor. It counts the attempt before anything else, for the account, the address and the password. An
 * administrator without a second factor, or one who does not exist, costs the same work.
 */
export function createProveCode({ factors, codes, throttle, limits, logger }: CodeDependencies): ProveCode {
  return async ({ administratorId, password, code, clientAddress }, call) => {
    const attempt = await throttle.attempt(codeAttempt(administratorId, password, clientAddress, limits));
    if (!attempt.allowed) return { kind: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds };
    const undo = (how: () => Promise<void>) =>
      how().catch((err: unknown) => {
        logger.warn({ requestId: call.requestId, err }, 'failed to undo the count of a code of a second factor');
      });
    const orWithdraw = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (fault) {
        await undo(() => attempt.withdrawn());
        throw fault;
      }
    };
    const factor = await orWithdraw(() => factors.find(administratorId, call));
    const use = useOf(administratorId, factor, code);
    return {
      kind: 'checked',
      spend: (isWanted) =>
        orWithdraw(async () => {
          // A wrong code of the app is known here; of a recovery code, only the host knows.
          if (use === undefined) return false;
          const accepted = await factors.use(isWanted && factor !== undefined ? use : inVain(use), call);
          if (accepted) await undo(() => attempt.succeeded());
          return accepted;
        }),
    };
  };

  function useOf(administratorId: string, factor: SecondFactor | undefined, text: string): SecondFactorUse | undefined {
    const sealedSecret = factor?.sealedSecret ?? NO_SECRET;
    const typed = typedCode(text);
    if ('recovery' in typed) {
      return { administratorId, sealedSecret, code: { recoveryHash: recoveryHash(typed.recovery) } };
    }
    const unsealed = codes.unseal(sealedSecret, administratorId);
    const step = codes.stepOf(unsealed?.secret ?? codes.newSecret(), typed.app);
    if (unsealed === undefined || step === undefined) return undefined;
    const { resealed } = unsealed;
    return {
      ...{ administratorId, sealedSecret, code: { step } },
      ...(resealed !== undefined && { resealedSecret: resealed }),
    };
  }
}

/** The same use with a recovery code that no administrator has. */
function inVain({ administratorId, sealedSecret }: SecondFactorUse): SecondFactorUse {
  return { administratorId, sealedSecret, code: { recoveryHash: randomBytes(32).toString('hex') } };
}

/** Unsealed with as much work as a secret, and no administrator's. */
const NO_SECRET = Buffer.alloc(60).toString('base64url');
