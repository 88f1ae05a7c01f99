import type { CallContext, Logger } from '../../core/runtime.js';
import type { SignInLimits } from '../model/sign-in-attempt.js';
import { codeAttempt } from '../model/sign-in-attempt.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';

export interface CountedStepDependencies {
  readonly throttle: SignInThrottle;
  readonly limits: SignInLimits;
  readonly logger: Logger;
}

/** Who proves a second factor, and from where. */
export interface Prover {
  readonly administratorId: string;
  /** Of the account and of the password that came before, as createPasswordFingerprint makes it. */
  readonly password: string;
  readonly clientAddress: string;
}

export type CountedStep =
  | {
      readonly kind: 'counted';
      /** Runs work; if it throws, the attempt counts no more. */
      readonly orWithdraw: <T>(work: () => Promise<T>) => Promise<T>;
      readonly succeeded: () => Promise<void>;
    }
  | Throttled;

export interface Throttled {
  readonly kind: 'throttled';
  readonly retryAfterSeconds: number;
}

/** Counts an attempt at a second factor, before anything else: for the account, the address and the password. */
export async function countStep(
  { throttle, limits, logger }: CountedStepDependencies,
  { administratorId, password, clientAddress }: Prover,
  { requestId }: CallContext,
): Promise<CountedStep> {
  const attempt = await throttle.attempt(codeAttempt(administratorId, password, clientAddress, limits));
  if (!attempt.allowed) return { kind: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds };
  const undo = (how: () => Promise<void>) =>
    how().catch((err: unknown) => {
      logger.warn({ requestId, err }, 'failed to undo the count of an attempt at a second factor');
    });
  return {
    kind: 'counted',
    async orWithdraw(work) {
      try {
        return await work();
      } catch (fault) {
        await undo(() => attempt.withdrawn());
        throw fault;
      }
    },
    succeeded: () => undo(() => attempt.succeeded()),
  };
}
