import { randomToken } from '../../core/crypto.js';
import type { CallContext, Clock } from '../../core/runtime.js';
import type { PasskeyProblem, PasskeyVerifier } from '../auth/passkeys.js';
import type { Passkeys } from '../ports/passkeys.js';
import type { CountedStepDependencies, Prover, Throttled } from './counted-step.js';
import { countStep } from './counted-step.js';

export interface PasskeyProofDependencies extends CountedStepDependencies {
  readonly passkeys: Passkeys;
  readonly verifier: PasskeyVerifier;
  readonly clock: Clock;
}

export interface PresentedPasskey extends Prover {
  /** As the client sent it. */
  readonly credential: unknown;
  /** Of the ticket that it came with. */
  readonly challenge: string;
}

export type ProvenPasskey =
  | {
      readonly kind: 'checked';
      /**
       * Records the use, and says whether it was accepted: a counter is accepted once.
       *
       * @param isWanted whether to accept it; otherwise nothing changes, with the same work. If it throws, the attempt counts no more
       */
      readonly spend: (isWanted: () => Promise<boolean>) => Promise<boolean>;
    }
  /** It says nothing about the password. */
  | { readonly kind: 'not_accepted'; readonly problem: PasskeyProblem }
  | Throttled;

export type ProvePasskey = (presented: PresentedPasskey, call: CallContext) => Promise<ProvenPasskey>;

/** Checks a passkey of an administrator. It counts the attempt before anything else, like a code. */
export function createProvePasskey({ passkeys, verifier, clock, ...counting }: PasskeyProofDependencies): ProvePasskey {
  return async ({ credential, challenge, ...prover }, call) => {
    const { administratorId } = prover;
    const step = await countStep(counting, prover, call);
    if (step.kind === 'throttled') return step;
    const verified = await step.orWithdraw(async () =>
      verifier.asserted(credential, {
        challenge,
        administratorId,
        passkeys: await passkeys.list(administratorId, call),
      }),
    );
    if (typeof verified === 'string') {
      if (verified === 'copied') {
        const { requestId } = call;
        counting.logger.warn(
          { requestId, administrator: administratorId },
          'refused a passkey whose counter did not rise: it may have been copied; remove it',
        );
      }
      return { kind: 'not_accepted', problem: verified };
    }
    return {
      kind: 'checked',
      spend: (isWanted) =>
        step.orWithdraw(async () => {
          const wanted = await isWanted();
          const { credentialId, signCount, backedUp } = verified;
          const use = { administratorId, signCount, backedUp, usedAt: clock.now() };
          const accepted = await passkeys.use({ ...use, credentialId: wanted ? credentialId : randomToken() }, call);
          if (accepted) await step.succeeded();
          return accepted;
        }),
    };
  };
}
