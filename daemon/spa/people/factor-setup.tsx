import { useState, type ReactNode } from 'react';
import type { RecoveryCodesBody, SecondFactorBody, SessionBody, SuccessBody } from '../../admin/api/answers.js';
import type { ProofBody } from '../api/endpoints.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { ProofForm } from './proof-form.js';
import { RecoveryCodes } from './recovery-codes.js';

export interface FactorSetupProps {
  /** Absent: there is none yet. */
  readonly factor?: SecondFactorBody | undefined;
  /** Called when the factor is there and, for the first one, the recovery codes have been seen. */
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

export interface FactorSetupStep<Setup> {
  readonly setup: Setup;
  /** The button that gives up, where that is possible. */
  readonly cancel: ReactNode;
  /** Sends what completes the factor. Its answer replaces the session. Throws ApiError. */
  readonly confirm: (request: () => Promise<SuccessBody<SessionBody & Partial<RecoveryCodesBody>>>) => Promise<void>;
}

/** Adds a second factor in three steps: the proof, the step of this kind of factor, the recovery codes of a first one. */
export function FactorSetup<Setup>(
  props: FactorSetupProps & {
    /** Sends the proof. Throws ApiError. */
    readonly begin: (password: string, proof: ProofBody | undefined) => Promise<{ readonly data: Setup }>;
    readonly children: (step: FactorSetupStep<Setup>) => ReactNode;
  },
) {
  const { factor, begin, onDone, onCancel, children } = props;
  const { session } = useApp();
  const { say } = usePhrases();
  const [setup, setSetup] = useState<{ readonly data: Setup }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const cancel = onCancel && (
    <Button variant="quiet" onPress={onCancel}>
      {say('form.cancel')}
    </Button>
  );

  if (codes !== undefined) {
    return <RecoveryCodes codes={codes} action={say('second_factor.saved_codes')} onDone={onDone} />;
  }
  if (setup === undefined) {
    return (
      <ProofForm
        factor={factor}
        action={say('second_factor.continue')}
        send={async (password, proof) => setSetup(await begin(password, proof))}
      >
        {cancel}
      </ProofForm>
    );
  }
  return children({
    setup: setup.data,
    cancel,
    async confirm(request) {
      let given: readonly string[] | undefined;
      // The codes are kept before the session changes, since that may show another screen.
      await session.replace(async () => {
        const answer = await request();
        given = answer.data.recovery_codes;
        setCodes(given);
        return answer;
      }, false);
      // Codes that came with an earlier factor stay.
      if (given === undefined) onDone();
    },
  });
}
