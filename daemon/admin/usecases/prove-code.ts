import { randomBytes } from 'node:crypto';
import { fingerprint } from '../../core/crypto.js';
import type { CallContext } from '../../core/runtime.js';
import type { OneTimeCodes } from '../auth/one-time-codes.js';
import { recoveryHash, typedCode } from '../auth/one-time-codes.js';
import { composed } from '../api/spelling.js';
import type { SecondFactor, SecondFactors, SecondFactorUse } from '../ports/second-factors.js';
import type { CountedStepDependencies, Prover, Throttled } from './counted-step.js';
import { countStep } from './counted-step.js';

export interface CodeDependencies extends CountedStepDependencies {
  readonly factors: SecondFactors;
  readonly codes: OneTimeCodes;
}

export interface TypedCode extends Prover {
  /** As typed: of the app, or a recovery code. */
  readonly code: string;
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
       * @param isWanted whether to accept it; otherwise nothing is spent, with the same work. If it throws, the attempt counts no more
       */
      readonly spend: (isWanted: () => Promise<boolean>) => Promise<boolean>;
    }
  | Throttled;

export type ProveCode = (typed: TypedCode, call: CallContext) => Promise<ProvenCode>;

/**
 * Checks a code of the second factor. It counts the attempt before anything else. An administrator without a second factor, or one
 * who does not exist, costs the same work.
 */
export function createProveCode({ factors, codes, ...counting }: CodeDependencies): ProveCode {
  return async ({ code, ...prover }, call) => {
    const { administratorId } = prover;
    const step = await countStep(counting, prover, call);
    if (step.kind === 'throttled') return step;
    const factor = await step.orWithdraw(() => factors.find(administratorId, call));
    const use = useOf(administratorId, factor, code);
    return {
      kind: 'checked',
      spend: (isWanted) =>
        step.orWithdraw(async () => {
          const wanted = await isWanted();
          // A wrong code of the app is known here; of a recovery code, only the host knows.
          if (use === undefined) return false;
          const accepted = await factors.use(wanted && factor !== undefined ? use : inVain(use), call);
          if (accepted) await step.succeeded();
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
    const unsealed = codes.unseal(sealedSecret || NO_SECRET, administratorId);
    const step = codes.stepOf(unsealed?.secret ?? codes.newSecret(), typed.app);
    if (unsealed === undefined || step === undefined) return undefined;
    const { resealed } = unsealed;
    return {
      administratorId,
      sealedSecret,
      code: { step },
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
